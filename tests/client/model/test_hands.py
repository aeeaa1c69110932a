"""Hands: what they reach, breaking by holding, placing with prediction, and using instead of placing."""

import pytest

from client.hands import REST_SECONDS, Hands
from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ThrowItem, WindowChanged
from server.shared.protocol.message import Refused
from server.shared.protocol.world import BlockChanges, FinishBreaking, PlaceBlock, StartBreaking, UseBlock
from server.shared.voxel.columns import flat_index
from tests.client.scripted import AIR, GROUND, LOG, STONE, TABLE, Script

BELOW = (8, GROUND - 1, 10)


@pytest.fixture
def script() -> Script:
    script = Script().welcome().stand()
    script.know.own.turn(0.0, 45.0)
    return script


@pytest.fixture
def hands(script: Script) -> Hands:
    hands = Hands(script.session, script.know)
    hands.update(breaking=False, using=False)
    return hands


def hold(script: Script, *items: Stack | None) -> None:
    changes = tuple(enumerate(items))
    script.say(
        WindowChanged(window=0, revision=script.know.inventory.windows[0].revision + 1, slots=changes, cursor=None)
    )


def put(script: Script, pos: tuple[int, int, int], state: int) -> None:
    revision = script.know.columns.columns[(0, 0)].revision + 1
    script.say(BlockChanges(cx=0, cz=0, revision=revision, changes=((flat_index(*pos), state),)))


def pass_time(script: Script, hands: Hands, seconds: float, *, breaking: bool = False, using: bool = False) -> None:
    for _ in range(round(seconds / 0.05)):
        script.session.advance(0.05)
        hands.update(breaking=breaking, using=using)


def test_the_block_aimed_at_is_the_first_one_on_the_way(script: Script, hands: Hands) -> None:
    assert hands.aim is not None
    assert (hands.aim.pos, hands.aim.face) == (BELOW, 1)
    script.know.own.turn(0.0, -90.0)
    hands.update(breaking=False, using=False)
    assert hands.aim is None


def test_holding_breaks_a_block_after_its_time_and_not_before(script: Script, hands: Hands) -> None:
    pass_time(script, hands, 0.25, breaking=True)
    assert [(message.pos, message.expected) for message in script.heard_of(StartBreaking)] == [(BELOW, STONE)]
    assert script.heard_of(FinishBreaking) == []
    assert 0.3 < hands.progress < 1.0
    pass_time(script, hands, 0.2, breaking=True)
    assert [message.pos for message in script.heard_of(FinishBreaking)] == [BELOW]
    assert script.know.columns.block(BELOW) == AIR


def test_a_refused_breaking_puts_the_block_back_and_says_why(script: Script, hands: Hands) -> None:
    pass_time(script, hands, 0.45, breaking=True)
    number = script.heard_of(FinishBreaking)[0].n
    script.say(Refused(n=number, code="protected", text="The tavern stays as it is."))
    assert script.know.columns.block(BELOW) == STONE
    assert [toast.text for toast in script.know.talk.toasts] == ["The tavern stays as it is."]


def test_what_was_begun_behind_a_block_that_stays_is_not_complained_about(script: Script, hands: Hands) -> None:
    pass_time(script, hands, 0.5, breaking=True)
    first, behind = script.heard_of(StartBreaking)
    assert first.pos == BELOW != behind.pos
    script.say(Refused(n=script.heard_of(FinishBreaking)[0].n, code="protected", text="The tavern stays as it is."))
    script.say(Refused(n=behind.n, code="out_of_reach", text="That is out of your reach."))
    assert [toast.text for toast in script.know.talk.toasts] == ["The tavern stays as it is."]
    pass_time(script, hands, REST_SECONDS - 0.1, breaking=True)
    assert len(script.heard_of(StartBreaking)) == 2
    pass_time(script, hands, 0.2, breaking=True)
    assert [message.pos for message in script.heard_of(StartBreaking)[2:]] == [BELOW]


def test_letting_go_or_looking_elsewhere_starts_over(script: Script, hands: Hands) -> None:
    pass_time(script, hands, 0.25, breaking=True)
    pass_time(script, hands, 0.05)
    assert hands.progress == 0.0
    pass_time(script, hands, 0.15, breaking=True)
    script.know.own.turn(90.0, 0.0)
    pass_time(script, hands, 0.25, breaking=True)
    assert script.heard_of(FinishBreaking) == []
    assert len(script.heard_of(StartBreaking)) == 3


def test_a_plain_block_is_placed_at_once_and_taken_back_when_refused(script: Script, hands: Hands) -> None:
    hold(script, Stack("minecraft:stone", 3))
    hands.use(sneaking=False)
    above = (BELOW[0], GROUND, BELOW[2])
    assert script.know.columns.block(above) == STONE
    placed = script.heard_of(PlaceBlock)
    assert [(message.pos, message.face, message.expected) for message in placed] == [(BELOW, 1, STONE)]
    script.refuse()
    assert script.know.columns.block(above) == AIR


def test_a_block_with_properties_waits_for_the_server_to_say_how_it_stands(script: Script, hands: Hands) -> None:
    hold(script, Stack("minecraft:oak_log", 3))
    hands.use(sneaking=False)
    assert len(script.heard_of(PlaceBlock)) == 1
    assert script.know.columns.block((BELOW[0], GROUND, BELOW[2])) == AIR
    assert LOG not in script.know.columns.columns[(0, 0)].blocks


def test_nothing_is_placed_into_the_own_body_before_the_server_agrees(script: Script, hands: Hands) -> None:
    hold(script, Stack("minecraft:stone", 3))
    script.know.own.turn(0.0, 45.0)
    hands.update(breaking=False, using=False)
    hands.use(sneaking=False)
    assert script.know.columns.block((8, GROUND, 8)) == AIR


def test_holding_the_button_places_again_after_a_pause(script: Script, hands: Hands) -> None:
    hold(script, Stack("minecraft:stone", 9))
    hands.use(sneaking=False)
    pass_time(script, hands, 0.2, using=True)
    assert len(script.heard_of(PlaceBlock)) == 1
    pass_time(script, hands, 0.2, using=True)
    assert len(script.heard_of(PlaceBlock)) == 2


def test_a_usable_block_is_used_and_built_on_only_while_sneaking(script: Script, hands: Hands) -> None:
    put(script, BELOW, TABLE)
    hold(script, Stack("minecraft:stone", 3))
    hands.update(breaking=False, using=False)
    hands.use(sneaking=False)
    assert [message.expected for message in script.heard_of(UseBlock)] == [TABLE]
    assert script.heard_of(PlaceBlock) == []
    pass_time(script, hands, 0.1)
    for _ in range(4):
        script.session.advance(0.05, 1 << 5)
    hands.update(breaking=False, using=False)
    hands.use(sneaking=True)
    assert len(script.heard_of(PlaceBlock)) == 1


def test_an_empty_hand_and_an_item_without_block_place_nothing(script: Script, hands: Hands) -> None:
    hands.use(sneaking=False)
    hold(script, Stack("minecraft:stick", 1))
    hands.use(sneaking=False)
    assert script.heard_of(PlaceBlock) == []
    hands.throw(whole=True)
    assert [message.whole for message in script.heard_of(ThrowItem)] == [True]
    hold(script, None)
    hands.throw(whole=False)
    assert len(script.heard_of(ThrowItem)) == 1
    assert LAYOUTS["inventory"].size == len(script.know.inventory.slots(0))
