"""Farkle behind the boundary: whatever the form makes of the rules is played to its end and comes back from store."""

import random
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings

from server.engine.changes import Refusal
from server.rules import RULE_SETS, Match, RecordError, events
from server.shared.protocol.tabletop import Setting, SettingValue
from server.tabletop import telling
from server.tabletop.farkle import Farkle
from server.tabletop.game import Dice, Rules

MOST_ACTIONS = 10_000
HARD_TO_ENTER = 1_500
"""An entry from which on simple bots may try for ever."""
SECOND = 1_000


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Rules as a host may come to them: up to eight changes that the form offers, pairs that cannot be left out."""
    present: Rules = {}
    for _ in range(draw(st.integers(0, 8))):
        setting = draw(st.sampled_from(Farkle.form(present)))
        present = unless_forbidden(present, setting, draw(value_of(setting)))
    return present


def unless_forbidden(rules: Rules, setting: Setting, value: SettingValue) -> Rules:
    """The rules with a change that only other rules can forbid; as they were where those do."""
    try:
        return Farkle.changed(rules, setting.name, value)
    except Refusal as refusal:
        if refusal.code != "forbidden_pair":
            raise
        return rules


def value_of(setting: Setting) -> st.SearchStrategy[SettingValue]:
    """Any value that a setting says it may have."""
    if setting.kind == "switch":
        return st.booleans()
    if setting.kind == "choice":
        return st.sampled_from([choice.value for choice in setting.choices])
    number: st.SearchStrategy[SettingValue] = st.integers(0, (setting.most - setting.least) // setting.step).map(
        lambda steps: setting.least + steps * setting.step
    )
    return st.one_of(st.none(), number) if setting.none else number


@given(rules(), st.integers(0, 2**32), st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_bots_of_any_strength_play_whatever_the_form_allows(rules: Rules, seed: int, data: st.DataObject) -> None:
    sheet = Farkle.sheet(rules)
    assume(sheet.entry < HARD_TO_ENTER and sheet.goal <= 20_000)
    chance = random.Random(seed)
    seats = data.draw(st.sampled_from(Farkle.player_counts(rules)))
    names = tuple(f"Bot {seat}" for seat in range(seats))
    strategies = [data.draw(st.sampled_from(Farkle.bots)).value for _ in names]

    def dice(count: int) -> tuple[int, ...]:
        return tuple(chance.randint(1, 6) for _ in range(count))

    step = Farkle.start(rules, names, 0, 0, dice)
    logged, now = list(step.log), 0
    for _ in range(MOST_ACTIONS):
        game = step.game
        if game.outcome is not None:
            break
        assert game.to_move is not None
        now += SECOND
        step = game.advance(now)
        if not step.happened:
            action, pieces = game.think(strategies[game.to_move])
            step = game.act(game.to_move, action, pieces, now, dice)
        logged += step.log
    game = step.game
    assert game.outcome is not None, "it ends"
    assert game.scores == game.outcome.scores == game.view(now).history[-1]
    assert isinstance(game, Farkle)
    assert Farkle.from_dict(msgspec.msgpack.decode(msgspec.msgpack.encode(game.to_dict()))) == game
    again = Match.replay(game.match.rules, names, [events.from_dict(event) for event in logged], now=0)
    assert again.result == game.match.result
    assert [figures["turns"] for figures in game.figures()] == list(game.outcome.turns)


@given(rules())
@settings(max_examples=60, deadline=None)
def test_the_form_of_any_rules_is_whole_and_every_value_it_shows_is_one_it_allows(rules: Rules) -> None:
    form = Farkle.form(rules)
    assert len({setting.name for setting in form}) == len(form)
    for setting in form:
        if setting.kind == "choice":
            assert setting.value in [choice.value for choice in setting.choices]
        elif setting.kind == "number" and setting.value is not None:
            assert isinstance(setting.value, int)
            assert setting.least <= setting.value <= setting.most
        if setting.name != "rule_set":
            assert Farkle.form(Farkle.changed(rules, setting.name, setting.value)) == form


def test_a_clock_started_at_the_table_is_told_shown_and_left_out_of_the_rules_of_a_rematch() -> None:
    game = Farkle.start(Farkle.changed({}, "opening", "first_seat"), ("Ada", "Bob"), 0, 0, unlucky).game
    step = game.start_clock(5_000)
    assert [event.text for event in telling.told(step.telling)] == ["From now on each turn has 45 seconds."]
    assert step.game.deadline == 50_000
    assert any("Each turn has 45 seconds" in sentence for sentence in Farkle.sheet(step.game.in_force).sentences)
    assert step.game.rules == game.rules == game.in_force
    with pytest.raises(Refusal) as refused:
        step.game.start_clock(6_000)
    assert refused.value.code == "clock_runs"


def unlucky(count: int) -> tuple[int, ...]:
    """Dice that score nothing."""
    return (2, 2, 3, 3, 4, 6)[:count]


@pytest.mark.parametrize(("rule_set", "told"), [("classic", False), ("farkle_board", True)])
def test_only_rules_with_an_entry_tell_who_may_bank_any_turn(rule_set: str, told: bool) -> None:
    rules = Farkle.changed(Farkle.changed({}, "rule_set", rule_set), "opening", "first_seat")
    game = Farkle.start(rules, ("Ada", "Bob"), 0, 0, lucky).game
    game = game.act(0, "roll", (), SECOND, lucky).game
    step = game.act(0, "bank", (0, 1, 2, 3, 4, 5), 2 * SECOND, lucky)
    assert step.game.scores[0] >= 1_000
    kinds = [event.kind for event in telling.told(step.telling)]
    assert ("entered" in kinds) == told
    assert "banked" in kinds


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_host_is_told_what_a_rule_set_is_and_how_many_it_is_for(rule_set: str) -> None:
    form = {setting.name: setting for setting in Farkle.form(Farkle.changed({}, "rule_set", rule_set))}
    assert all(choice.about for choice in form["rule_set"].choices)
    players = form["seats"]
    assert players.value in (None, *RULE_SETS[rule_set].player_counts)
    assert (players.least, players.most) == (
        RULE_SETS[rule_set].player_counts[0],
        RULE_SETS[rule_set].player_counts[-1],
    )


def lucky(count: int) -> tuple[int, ...]:
    """Dice that all score."""
    return (1, 2, 3, 4, 5, 6)[:count]


@pytest.mark.parametrize("plain", [[], None, "match", 7, {}, {"match": [], "history": [], "tallies": []}])
def test_what_is_no_stored_match_is_refused_as_one_that_cannot_be_read(plain: Any) -> None:
    with pytest.raises(RecordError):
        Farkle.from_dict(plain)


def test_a_stored_match_with_tallies_for_other_seats_cannot_be_read() -> None:
    plain = Farkle.start({}, ("Ada", "Bob"), 0, 0, iter_of((3,), (4,))).game.to_dict()
    with pytest.raises(RecordError, match="tallies"):
        Farkle.from_dict({**plain, "tallies": plain["tallies"][:1]})


def iter_of(*rolls: tuple[int, ...]) -> Dice:
    """Dice that fall so, one roll after the other."""
    left = iter(rolls)
    return lambda count: next(left)
