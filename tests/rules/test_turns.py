"""A turn: roll, one keep, roll on or bank; farkles, hot dice, the entry and the streak penalty."""

from functools import partial

import pytest

from server.rules import RULE_SETS, Bank, Combination, IllegalAction, Keep, Match, Roll, RuleSet, StreakPenalty
from server.rules.events import Banked, Entered, Farkled, HotDice, Kept, Penalised, Rolled, TurnEnded, TurnStarted
from tests.rules.driver import FARKLE, Table

BOARD = RULE_SETS["farkle_board"].with_house_rules(opening="first_seat")
CLASSIC = RULE_SETS["classic"].with_house_rules(clock=None)
STRAIGHT = (1, 2, 3, 4, 5, 6)


def test_dice_kept_on_earlier_rolls_never_join_later_ones() -> None:
    table = Table(BOARD).roll(5, 2, 2, 3, 4, 6).keep(0).roll(5, 2, 2, 3, 4).keep(0).roll(5, 2, 3, 4).keep(0)
    assert table.match.turn.points == 150


def test_a_selection_with_a_worthless_die_is_refused_and_changes_nothing() -> None:
    table = Table(BOARD).roll(1, 3, 3, 4, 4, 6).refused("not_a_scoring_selection", Keep((0, 1)))
    assert table.keep(0).match.turn.points == 100


@pytest.mark.parametrize("positions", [(), (1,), (1, 2)])
def test_keeping_nothing_or_what_does_not_score_is_refused(positions: tuple[int, ...]) -> None:
    Table(BOARD).roll(1, 3, 3, 4, 4, 6).refused("not_a_scoring_selection", Keep(positions))


@pytest.mark.parametrize("positions", [(6,), (-1,), (0, 0), (0, 99)])
def test_a_die_that_is_not_there_or_named_twice_is_refused(positions: tuple[int, ...]) -> None:
    Table(BOARD).roll(1, 3, 3, 4, 4, 6).refused("no_such_die", Keep(positions))


@pytest.mark.parametrize("dice", [(), (1,), (1,) * 5, (1,) * 7, (0, 1, 1, 1, 1, 1), (7, 1, 1, 1, 1, 1)])
def test_other_dice_than_the_roll_has_are_refused(dice: tuple[int, ...]) -> None:
    Table(BOARD).refused("wrong_dice", Roll(dice))


def test_positions_may_come_in_any_order() -> None:
    table = Table(BOARD).roll(1, 3, 5, 4, 4, 6).keep(2, 0)
    assert table.match.turn.kept == (0, 2)
    assert table.events(Kept)[0].positions == (0, 2)


def test_after_a_keep_the_other_dice_are_rolled() -> None:
    table = Table(BOARD).roll(1, 1, 5, 2, 3, 3).keep(0, 1)
    assert table.match.turn.dice_to_roll == 4
    table.refused("wrong_dice", Roll((1,) * 6)).roll(2, 3, 4, 1)
    assert table.match.turn.roll == (2, 3, 4, 1)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_hot_dice_give_six_new_dice_and_a_bust_on_them_is_a_hot_farkle(rules: RuleSet) -> None:
    table = Table(rules.with_house_rules(opening="first_seat"))
    table.roll(*STRAIGHT).keep(*range(6))
    made = table.match.turn.points
    assert (table.match.turn.dice_to_roll, len(table.events(HotDice))) == (6, 1)
    table.roll(1, *FARKLE[:5])
    assert table.match.turn.points == made
    table.keep(0).refused("wrong_dice", Roll((1,) * 6)).roll(1, 5, 2, 3, 4).keep(0).roll(1, 5, 1, 1).keep(0, 1, 2, 3)
    assert table.match.turn.dice_to_roll == 6
    table.farkle()
    assert [event.hot for event in table.events(Farkled)] == [True]
    assert (table.seat, table.match.scores) == (1, (0, 0))


def test_hot_dice_over_several_rolls_count_too_and_may_be_banked() -> None:
    table = Table(BOARD).roll(1, 1, 1, 2, 3, 4).keep(0, 1, 2).roll(2, 2, 2).keep(0, 1, 2)
    assert table.match.turn.dice_to_roll == 6
    assert table.bank().match.scores == (500, 0)


def test_hot_dice_must_be_rolled_where_the_table_says_so() -> None:
    table = Table(BOARD.with_house_rules(hot_dice="must_roll")).roll(*STRAIGHT).keep(*range(6))
    table.refused("must_roll_hot_dice", Bank()).roll(1, *FARKLE[:5]).keep(0).bank()
    assert table.match.scores == (1_600, 0)


def test_banking_straight_after_a_roll_or_before_one_is_refused() -> None:
    table = Table(CLASSIC).refused("must_roll_first", Bank()).roll(1, 1, 1, 2, 3, 4).refused("must_keep_first", Bank())
    table.keep(0).roll(1, 1, 2, 3, 4).refused("must_keep_first", Bank())


def test_rolling_twice_or_keeping_twice_is_refused() -> None:
    table = Table(CLASSIC).refused("must_roll_first", Keep((0,))).roll(1, 1, 1, 2, 3, 4)
    table.refused("must_keep_first", Roll((1,) * 6)).keep(0).refused("already_kept", Keep((1,)))


def test_fewer_scoring_dice_than_possible_may_be_kept() -> None:
    assert Table(CLASSIC).roll(1, 1, 1, 5, 2, 3).keep(3).match.turn.points == 50


def test_a_farkle_on_the_very_first_roll_ends_the_turn() -> None:
    table = Table(CLASSIC).farkle()
    assert (table.seat, table.match.phase, table.match.turn.dice_to_roll) == (1, "to_roll", 6)
    assert table.events(Farkled) == [Farkled(at=0, seat=0, lost=0, hot=False)]


def test_no_points_and_no_dice_pass_to_the_next_player() -> None:
    table = Table(CLASSIC).make(350).farkle()
    assert (table.match.turn.points, table.match.turn.roll, table.match.turn.groups) == (0, (), ())
    assert table.match.turn.dice_to_roll == 6


def test_only_the_seat_to_move_acts() -> None:
    table = Table(CLASSIC, seats=3).refused("not_your_turn", Roll(STRAIGHT), seat=1)
    table.refused("no_such_seat", Roll(STRAIGHT), seat=3).refused("no_such_seat", Roll(STRAIGHT), seat=-1)
    table.roll(*STRAIGHT).refused("not_your_turn", Keep((0,)), seat=2)


def test_the_same_bank_sent_twice_takes_effect_once() -> None:
    table = Table(CLASSIC).make(300).bank().refused("not_your_turn", Bank(), seat=0)
    assert table.match.scores == (300, 0)
    alone = Table(CLASSIC, seats=1).make(300).bank().refused("must_roll_first", Bank())
    assert alone.match.scores == (300,)


def test_every_accepted_change_moves_the_step_on() -> None:
    table = Table(CLASSIC)
    steps = [table.match.step, table.roll(*STRAIGHT).match.step, table.keep(0).match.step, table.bank().match.step]
    assert [*steps, table.farkle().match.step] == [0, 1, 2, 3, 4]


def test_the_entry_counts_the_whole_turn_and_once_entered_is_for_ever() -> None:
    table = Table(BOARD.with_house_rules(streak_penalty=StreakPenalty(2, 5_000)))
    table.roll(1, 1, 1, 2, 3, 4).keep(0, 1, 2).refused("below_entry", Bank())
    assert table.match.minimum_bank == 500
    table.roll(2, 2, 2).keep(0, 1, 2).bank()
    assert (table.match.entered, len(table.events(Entered))) == ((True, False), 1)
    table.farkle().farkle().farkle().farkle()
    assert table.match.scores == (-4_500, -5_000)
    assert table.match.entered == (True, False)
    assert table.farkle().score(50).match.scores[0] == -4_450
    assert table.match.minimum_bank == 500


def test_without_an_entry_the_first_bank_of_any_size_enters() -> None:
    table = Table(CLASSIC)
    assert table.match.minimum_bank == 0
    assert table.score(50).match.entered == (True, False)


def test_a_void_bank_ends_the_turn_but_neither_enters_nor_resets_the_streak() -> None:
    rules = RULE_SETS["jpgames"].with_house_rules(entry=500, streak_penalty={"farkles": 3, "points": 1_000})
    table = Table(rules).farkle().farkle().farkle().farkle().score(450)
    assert table.events(Banked)[0] == Banked(at=table.now - 1_000, seat=0, points=450, counted=0, score=0)
    assert (table.match.entered, table.match.scores) == ((False, False), (0, 0))
    table.score(500).farkle()
    assert table.match.scores == (-1_000, 500)


def test_a_streak_counts_one_players_turns_and_a_bank_resets_it() -> None:
    table = Table(CLASSIC)
    table.farkle().score(50).farkle().score(50).score(100).score(50)
    table.farkle().score(50).farkle().score(50)
    assert table.events(Penalised) == []
    table.farkle()
    assert table.match.scores[0] == -900
    table.score(50).farkle().score(50).farkle()
    assert len(table.events(Penalised)) == 1


def test_hot_farkles_count_towards_the_streak() -> None:
    table = Table(CLASSIC).farkle().score(50).farkle().score(50).roll(*STRAIGHT).keep(*range(6)).farkle()
    assert table.match.scores[0] == -1_000


def test_the_opening_roll_decides_and_only_the_tied_roll_again() -> None:
    table = Table(RULE_SETS["farkle_board"], seats=4)
    assert (table.match.phase, table.match.turn.dice_to_roll, table.seat) == ("opening", 1, 0)
    table.refused("opening_roll_first", Bank()).refused("opening_roll_first", Keep((0,)))
    table.refused("not_your_turn", Roll((3,)), seat=1).refused("wrong_dice", Roll(STRAIGHT))
    table.open(3, 6, 2, 6)
    assert (table.match.phase, table.seat) == ("opening", 1)
    table.open(4, 4).open(1, 5)
    assert (table.match.phase, table.seat, table.match.starter) == ("to_roll", 3, 3)
    assert [event.seat for event in table.events(Rolled)] == [0, 1, 2, 3, 1, 3, 1, 3]


def test_the_first_seat_starts_and_a_rematch_moves_the_start_on() -> None:
    table = Table(CLASSIC, seats=3)
    assert (table.seat, table.match.next_starter) == (0, 1)
    assert Table(CLASSIC, seats=3, starter=2).match.next_starter == 0
    with pytest.raises(ValueError, match="cannot start"):
        Match.start(CLASSIC, ("ada", "bob"), now=0, starter=2)


def test_play_goes_round_from_the_starter_in_seat_order() -> None:
    table = Table(CLASSIC, seats=4, starter=2)
    order = []
    for _ in range(8):
        order.append(table.seat)
        table.farkle()
    assert order == [2, 3, 0, 1] * 2


def test_events_tell_a_turn_from_roll_to_bank() -> None:
    table = Table(CLASSIC).roll(1, 1, 1, 5, 2, 3).keep(0, 1, 2).bank()
    assert [type(event) for event in table.log] == [Rolled, Kept, Banked, Entered, TurnEnded, TurnStarted]
    assert table.log[1] == Kept(1_000, 0, (0, 1, 2), (Combination("three 1s", (1, 1, 1), 1_000),), 1_000, 1_000)
    assert table.log[4] == TurnEnded(2_000, 0, "banked", lost=0)


def test_the_host_can_ask_for_every_keep_and_every_reason() -> None:
    table = Table(BOARD)
    assert table.match.options() == ()
    table.roll(1, 1, 1, 5, 5, 5)
    options = {option.positions: option for option in table.match.options()}
    assert {at: option.points for at, option in options.items()} == BOARD.chart.selections((1, 1, 1, 5, 5, 5))
    whole = options[0, 1, 2, 3, 4, 5]
    assert (whole.points, whole.dice_left, whole.hot, len(whole.groups)) == (2_500, 6, True, 1)
    assert (options[0, 3].points, options[0, 3].dice_left, options[0, 3].hot) == (150, 4, False)
    assert table.match.refusal(0, Keep) is None
    assert table.match.refusal(0, Keep((0,))) is None
    reasons = [table.match.refusal(seat, action) for seat, action in ((0, Roll), (0, Bank), (1, Keep))]
    assert [reason and reason.code for reason in reasons] == ["must_keep_first", "must_keep_first", "not_your_turn"]
    table.keep(0)
    below = table.match.refusal(0, Bank)
    assert below is not None
    assert (below.code, below.sentence) == (
        "below_entry",
        "Your first bank must be at least 500; this turn has 100.",
    )
    assert table.match.refusal(0, Roll) is None


def test_a_match_that_is_over_takes_no_action() -> None:
    table = Table(RULE_SETS["katie"]).score(10_000)
    for action in (Roll(STRAIGHT), Keep((0,)), Bank()):
        table.refused("match_over", action, seat=0).refused("match_over", action, seat=1)
    for call in (table.match.pause, table.match.resume, partial(table.match.remove, 0, "resigned")):
        with pytest.raises(IllegalAction) as refused:
            call(table.now)
        assert refused.value.code == "match_over"


def test_a_kind_of_action_may_be_asked_about_but_not_played() -> None:
    match = Match.start(CLASSIC, ("ada", "bob"), now=0)
    assert match.refusal(0, Roll) is None
    with pytest.raises(AssertionError):
        match.act(0, Roll, now=0)  # type: ignore[arg-type]
