"""What happened is shown in order and at a pace: the throw before its outcome, and the end never far behind."""

import pytest
from msgspec.structs import replace

from client.model.playback import FARKLE_SECONDS, LONG_AGO, THROW_SECONDS, Playback, Playbacks
from client.model.tables import Table, Tables
from client.model.talk import Talk
from server.shared.protocol.tabletop import Board, BoardEvent, BoardView, Group
from tests.client.boards import a_lobby, a_match, a_roll

POS = (0, 64, 0)


def event(kind: str, seat: int = 0, dice: tuple[int, ...] = (), points: int = 0) -> BoardEvent:
    return BoardEvent(kind=kind, seat=seat, dice=dice, points=points, text=f"{kind} happens.")


class Stage:
    """A table, its playback, and a clock."""

    def __init__(self, view: BoardView, *, reduced: bool = False) -> None:
        self.tables = Tables()
        self.now = 10.0
        self.say(view)
        self.playback = Playback(self.table, reduced_motion=reduced)

    @property
    def table(self) -> Table:
        return self.tables.boards[POS]

    def say(self, view: BoardView, *events: BoardEvent) -> None:
        self.tables.take(Board(table=POS, view=view, events=events), self.now)

    def after(self, seconds: float) -> Playback:
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            self.playback.update(self.table, self.now)
        return self.playback


@pytest.fixture
def stage() -> Stage:
    return Stage(a_match())


def test_a_board_opened_in_the_middle_of_a_turn_lies_as_the_view_says() -> None:
    playback = Stage(a_roll()).playback
    assert playback.felt.roll == (1, 5, 5, 2, 3, 3)
    assert not playback.busy
    assert playback.felt.rolled_at < 0


def test_dice_land_before_they_may_be_chosen(stage: Stage) -> None:
    stage.say(a_roll(), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    playback = stage.after(0.1)
    assert (playback.felt.roll, playback.busy) == ((1, 5, 5, 2, 3, 3), True)
    assert playback.view.phase == "to_roll"
    assert playback.caption == "Ada rolls…"
    playback = stage.after(THROW_SECONDS)
    assert (playback.view.phase, playback.busy, playback.caption) == ("to_keep", False, "")


def test_dice_stay_where_the_throw_has_left_them(stage: Stage) -> None:
    stage.say(a_roll(), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    thrown = stage.after(0.1).felt.seed
    assert stage.after(THROW_SECONDS).felt.seed == thrown


def test_a_farkle_is_seen_and_stamped_before_the_turn_passes(stage: Stage) -> None:
    after = a_match(turn=1)
    stage.say(after, event("rolled", dice=(2, 3, 4, 6, 6, 3)), event("farkle"), event("turn", seat=1))
    playback = stage.after(THROW_SECONDS + 0.1)
    assert playback.felt.roll == (2, 3, 4, 6, 6, 3)
    assert playback.felt.farkled_at is not None
    stamp = playback.stamp_now(stage.now)
    assert stamp is not None
    assert stamp.text == "FARKLE"
    assert playback.view.turn is not None
    assert playback.view.turn.seat == 0
    playback = stage.after(FARKLE_SECONDS + 0.1)
    assert playback.view is after
    assert playback.felt.roll == ()
    assert playback.stamp_now(stage.now) is None


def test_the_turn_total_has_counted_what_was_kept_before_the_farkle_takes_it() -> None:
    stage = Stage(a_roll())
    before = stage.playback.view.turn
    after = a_match(turn=1)
    kept, rolled = event("kept", dice=(1, 2), points=100), event("rolled", dice=(2, 3, 4, 6))
    stage.say(after, kept, rolled, event("farkle"), event("turn", seat=1))
    playback = stage.after(0.1)
    assert before is not None
    assert playback.view.turn is not None
    assert playback.view.turn.points == before.points + 100
    assert playback.view.turn.groups[-1].dice == (5, 5)
    assert not playback.view.options
    playback = stage.after(THROW_SECONDS + 0.3)
    assert playback.felt.farkled_at is not None
    assert playback.view.turn is not None
    assert (playback.view.turn.seat, playback.view.turn.points) == (0, before.points + 100)
    assert stage.after(FARKLE_SECONDS + 0.1).view is after


def test_a_bank_tells_seat_and_points_for_the_coins(stage: Stage) -> None:
    stage.say(a_match(turn=1), event("banked", points=550), event("turn", seat=1))
    playback = stage.after(0.1)
    assert playback.banked is not None
    assert playback.banked[:2] == (0, 550)


def test_the_opening_roll_tells_each_die_when_it_lies_still_and_then_who_starts() -> None:
    stage = Stage(a_lobby(1))
    stage.say(
        a_match(), event("opening_roll", 0, (6,)), event("opening_roll", 1, (3,)), event("started", 0), event("turn", 0)
    )
    playback = stage.after(0.2)
    assert (playback.view.phase, playback.view.turn, playback.felt.opening) == ("opening", None, {})
    assert playback.caption == "Ada rolls for the start…"
    playback = stage.after(THROW_SECONDS)
    assert playback.felt.opening == {0: 6}
    playback = stage.after(THROW_SECONDS)
    assert playback.felt.opening == {0: 6, 1: 3}
    stamp = playback.stamp_now(stage.now)
    assert stamp is not None
    assert stamp.text == "Ada starts"
    playback = stage.after(3.0)
    assert playback.view.phase == "to_roll"
    assert playback.felt.opening == {}
    assert not playback.busy


def test_kept_dice_move_before_the_next_throw_of_the_same_step() -> None:
    stage = Stage(a_roll())
    stage.say(a_roll(), event("kept", dice=(0, 1), points=150), event("rolled", dice=(2, 2, 5, 6)))
    playback = stage.after(0.05)
    assert playback.felt.kept == (0, 1)
    assert playback.felt.groups == ((1, 5),)
    playback = stage.after(0.2)
    assert playback.felt.roll == (2, 2, 5, 6)


def test_after_hot_dice_only_what_was_kept_since_lies_beside_the_roll() -> None:
    six, pair = Group("straight", (1, 2, 3, 4, 5, 6), 1500), Group("two 5s", (5, 5), 100)
    turn = a_roll().turn
    assert turn is not None
    hot = replace(turn, roll=(1, 2, 3, 4, 5, 6), kept=(0, 1, 2, 3, 4, 5), groups=(six,))
    stage = Stage(replace(a_match("to_decide"), turn=hot))
    assert stage.playback.felt.groups == ((1, 2, 3, 4, 5, 6),)
    stage.say(replace(a_roll(), turn=replace(turn, groups=(six,))), event("rolled", dice=turn.roll))
    assert stage.after(THROW_SECONDS + 0.1).felt.groups == ()
    kept = replace(turn, kept=(1, 2), groups=(six, pair), dice_to_roll=4)
    stage.say(replace(a_match("to_decide"), turn=kept), event("kept", dice=(1, 2), points=100))
    assert stage.after(0.5).felt.groups == ((5, 5),)
    twice = replace(turn, groups=(six, six, pair), dice_to_roll=4)
    assert Stage(replace(a_roll(), turn=twice)).playback.felt.groups == ((5, 5),)


def test_whoever_falls_far_behind_skips_to_the_end(stage: Stage) -> None:
    for _ in range(10):
        stage.say(a_match(), event("rolled", dice=(1,)), event("farkle"))
    last = a_roll()
    stage.say(last)
    playback = stage.after(0.1)
    assert playback.view is last
    assert playback.felt.roll == (1, 5, 5, 2, 3, 3)


def test_reduced_motion_hardly_waits() -> None:
    stage = Stage(a_match(), reduced=True)
    stage.say(a_roll(), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    assert stage.after(0.3).view.phase == "to_keep"


def test_the_throws_of_bots_that_people_hurry_lie_still_at_once_and_no_others() -> None:
    bot = replace(a_match().seats[1], bot="bold")
    hurrying = {"seats": (a_match().seats[0], bot), "hurrying": ("p-ada",), "hurrying_needed": 1}
    stage = Stage(replace(a_match(turn=1), **hurrying))
    stage.say(replace(a_roll(turn=1), **hurrying), event("rolled", 1, (1, 5, 5, 2, 3, 3)))
    playback = stage.after(0.05)
    assert (playback.view.phase, playback.felt.rolled_at) == ("to_keep", LONG_AGO)
    stage.say(replace(a_roll(), **hurrying), event("rolled", 0, (1, 5, 5, 2, 3, 3)))
    assert stage.after(0.4).caption == "Ada rolls…"
    waiting = replace(a_match(turn=1), **(hurrying | {"hurrying_needed": 2}))
    stage = Stage(waiting)
    stage.say(replace(waiting, phase="to_keep"), event("rolled", 1, (1, 5, 5, 2, 3, 3)))
    assert stage.after(0.4).view.phase == "to_roll"


def test_the_times_of_a_view_run_from_when_it_came_though_a_newer_one_waits_to_be_shown(stage: Stage) -> None:
    came = stage.now
    stage.after(3.0)
    thrown = stage.now
    stage.say(a_roll(), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    assert stage.after(0.5).came == came
    assert stage.after(THROW_SECONDS).came == thrown


def told(stage: Stage) -> list[str]:
    return [line.text for line in stage.playback.log.lines]


def test_the_log_tells_a_roll_when_the_dice_lie_still(stage: Stage) -> None:
    before = told(stage)
    stage.say(replace(a_roll(), log=(*before, "rolled happens.")), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    stage.after(THROW_SECONDS - 0.1)
    assert told(stage) == before
    stage.after(0.3)
    assert told(stage) == [*before, "rolled happens."]


def test_the_log_tells_everything_once_however_it_came(stage: Stage) -> None:
    view = replace(a_match(), log=(*a_match().log, "banked happens.", "banked happens."))
    stage.say(view, event("banked"), event("banked"))
    stage.after(5.0)
    assert told(stage) == list(view.log)
    stage.say(replace(view, log=(*view.log[1:], "Somebody resigned.")))
    stage.after(0.1)
    assert told(stage) == [*view.log, "Somebody resigned."]


def test_what_is_said_stands_in_the_log_between_what_happened_before_and_after() -> None:
    tables, playbacks, talk = Tables(), Playbacks(), Talk()
    view = a_match()
    tables.take(Board(table=POS, view=view, events=()), 1.0)
    playbacks.advance(tables, talk, 1.0, reduced_motion=False)
    talk.say(2.0, "Bob", "hurry up")
    playbacks.advance(tables, talk, 2.0, reduced_motion=False)
    after = replace(view, log=(*view.log, "banked happens."))
    tables.take(Board(table=POS, view=after, events=(event("banked"),)), 3.0)
    for second in range(3, 8):
        playbacks.advance(tables, talk, float(second), reduced_motion=False)
    lines = playbacks.of(tables.boards[POS]).log.lines
    assert [(line.sender, line.text) for line in lines] == [
        ("", "Ada starts."),
        ("", "Ada is to roll."),
        ("Bob", "hurry up"),
        ("", "banked happens."),
    ]


def test_with_less_motion_the_outcome_is_told_at_once() -> None:
    stage = Stage(a_match(), reduced=True)
    stage.say(a_roll(), event("rolled", dice=(1, 5, 5, 2, 3, 3)))
    assert stage.after(0.05).view.phase == "to_keep"
    assert "rolled happens." in told(stage)
