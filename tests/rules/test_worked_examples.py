"""Every example that the five reference texts work out, by the number of the text."""

from fractions import Fraction

import pytest

from server.rules import RULE_SETS, Bank, Keep, Roll, odds
from server.rules.charts import CHARTS
from server.rules.events import Farkled, Penalised
from tests.rules.driver import Table

KINDS_000 = [(4, 4, 4, 4), (4,) * 5, (4,) * 6]


@pytest.mark.parametrize(
    ("chart", "points"),
    [
        ("classic", (800, 1200, 1600)),
        ("dice_game_depot", (800, 1200, 1600)),
        ("folk", (1000, 2000, 3000)),
        ("kcd", (800, 1600, 3200)),
    ],
)
def test_000_four_five_and_six_of_a_kind(chart: str, points: tuple[int, ...]) -> None:
    assert tuple(CHARTS[chart].score(dice) for dice in KINDS_000) == points


@pytest.mark.parametrize("chart", ["classic", "dice_game_depot", "folk", "kcd"])
def test_000_singles_and_triples(chart: str) -> None:
    score = CHARTS[chart].score
    assert [score((face,)) for face in range(1, 7)] == [100, 0, 0, 0, 50, 0]
    assert [score((face,) * 3) for face in range(1, 7)] == [1000, 200, 300, 400, 500, 600]


@pytest.mark.parametrize(
    ("chart", "straight", "pairs"),
    [("classic", 1000, 750), ("dice_game_depot", 3000, 1500), ("folk", 2500, 1500), ("kcd", 1500, 0)],
)
def test_000_straight_and_three_pairs(chart: str, straight: int, pairs: int) -> None:
    assert CHARTS[chart].score((1, 2, 3, 4, 5, 6)) == straight
    assert CHARTS[chart].score((2, 2, 3, 3, 4, 4)) == pairs


def test_000_runs_of_five_at_the_tavern() -> None:
    assert CHARTS["kcd"].score((1, 2, 3, 4, 5)) == 500
    assert CHARTS["kcd"].score((2, 3, 4, 5, 6)) == 750
    assert CHARTS["classic"].score((1, 2, 3, 4, 5)) == 0


def test_000_a_hot_farkle_costs_the_whole_turn_and_only_its_name_differs() -> None:
    table = Table(RULE_SETS["classic"]).make(1_000)
    table.farkle()
    assert [(event.hot, event.lost) for event in table.events(Farkled)] == [(False, 1_000)]
    table = Table(RULE_SETS["classic"]).roll(1, 2, 3, 4, 5, 6).keep(0, 1, 2, 3, 4, 5).farkle()
    assert [(event.hot, event.lost) for event in table.events(Farkled)] == [(True, 1_000)]
    assert table.match.scores == (0, 0)


def test_000_three_farkles_in_a_row_take_a_thousand_off() -> None:
    table = Table(RULE_SETS["classic"]).score(1_500)
    for _ in range(3):
        table.score(50).farkle()
    assert table.match.scores[0] == 500
    assert [event.points for event in table.events(Penalised)] == [1_000]


def test_000_each_other_player_gets_one_last_turn_in_seat_order_after_the_goal() -> None:
    table = Table(RULE_SETS["classic"].with_house_rules(goal=2_000), seats=3)
    table.score(50).score(2_000)
    order = []
    while table.match.phase != "over":
        order.append(table.seat)
        table.score(100)
    assert order == [2, 0]
    assert table.match.result is not None
    assert table.match.result.winners == (1,)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1,), 100),
        ((5,), 50),
        ((2,), 0),
        ((3,), 0),
        ((4,), 0),
        ((6,), 0),
        ((1, 1, 1), 300),
        ((2, 2, 2), 200),
        ((6, 6, 6), 600),
        ((3,) * 4, 1000),
        ((3,) * 5, 2000),
        ((3,) * 6, 3000),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((2, 2, 4, 4, 6, 6), 1500),
        ((3, 3, 3, 3, 6, 6), 1500),
        ((2, 2, 2, 5, 5, 5), 2500),
        ((4, 4, 4, 1, 5), 550),
        ((2, 2), 0),
        ((2, 2, 2, 2, 3, 3), 1500),
        ((1,) * 6, 3000),
    ],
)
def test_001_the_scoring_list(dice: tuple[int, ...], points: int) -> None:
    assert CHARTS["playmonster"].score(dice) == points


def test_001_the_first_roll_of_the_example_turn() -> None:
    table = Table(RULE_SETS["playmonster"].with_house_rules(opening="first_seat"))
    kept = table.roll(4, 4, 4, 1, 5, 2).refused("not_a_scoring_selection", Keep((5,))).keep(0, 1, 2, 3, 4)
    assert (kept.match.turn.points, kept.match.turn.dice_to_roll) == (550, 1)
    for worthless in (2, 3, 4, 6):
        rolled, _ = kept.match.act(0, Roll((worthless,)), now=kept.now)
        assert (rolled.turn.seat, rolled.scores) == (1, (0, 0))
    banked, _ = kept.match.act(0, Bank(), now=kept.now)
    assert banked.scores == (550, 0)
    kept.roll(5).keep(0)
    assert (kept.match.turn.points, kept.match.turn.dice_to_roll) == (600, 6)
    assert kept.bank().match.scores == (600, 0)


def test_001_one_saved_five_and_two_new_ones_are_no_triple() -> None:
    table = Table(RULE_SETS["playmonster"].with_house_rules(opening="first_seat"))
    table.roll(5, 2, 3, 4, 6, 6).keep(0).roll(5, 5, 2, 3, 4).keep(0, 1)
    assert table.match.turn.points == 150


def test_001_alex_blair_and_casey() -> None:
    table = Table(RULE_SETS["playmonster"], seats=("alex", "blair", "casey")).open(6, 1, 2)
    table.score(9_000).score(9_000).score(9_000)
    table.score(1_200).score(1_500).score(1_350)
    assert table.match.scores == (10_200, 10_500, 10_350)
    assert table.match.result is not None
    assert (table.match.result.kind, table.match.result.winners) == ("win", (1,))


def test_001_equal_highest_totals_share_the_win() -> None:
    table = Table(RULE_SETS["playmonster"].with_variations("race_to_5000")).open(2, 1).score(5_000).score(5_000)
    assert table.match.result is not None
    assert (table.match.result.kind, table.match.result.winners) == ("shared", (0, 1))


def test_001_the_variations_change_just_what_they_say() -> None:
    usual = RULE_SETS["playmonster"]
    assert (usual.goal, usual.entry, usual.ending) == (10_000, 500, "final_round")
    race, bank, first = (usual.with_variations(name) for name in usual.variations)
    assert (race.goal, race.entry, race.ending) == (5_000, 500, "final_round")
    assert (bank.goal, bank.entry, bank.ending) == (10_000, 0, "final_round")
    assert (first.goal, first.entry, first.ending) == (10_000, 500, "at_once")
    together = usual.with_variations(*usual.variations)
    assert (together.goal, together.entry, together.ending) == (5_000, 0, "at_once")
    assert {rules.chart.name for rules in (race, bank, first, together)} == {"playmonster"}


def test_002_the_table_of_exact_combinations() -> None:
    chart = RULE_SETS["farkle_board"].chart
    assert (chart.score((1,)), chart.score((5,)), chart.score((1, 1, 1))) == (100, 50, 300)
    assert [chart.score((face,) * 3) for face in range(2, 7)] == [200, 300, 400, 500, 600]
    assert [chart.score((2,) * count) for count in (4, 5, 6)] == [1000, 2000, 3000]
    assert chart.score((1, 2, 3, 4, 5, 6)) == chart.score((2, 2, 3, 3, 4, 4)) == chart.score((2, 2, 2, 2, 3, 3)) == 1500
    assert chart.score((2, 2, 2, 3, 3, 3)) == 2500


def test_002_one_kept_one_and_two_new_ones_are_separate_keeps() -> None:
    table = Table(RULE_SETS["farkle_board"]).open(2, 1)
    table.roll(1, 2, 3, 4, 6, 6).keep(0).roll(1, 1, 3, 4, 6).keep(0, 1)
    assert table.match.turn.points == 300
    assert [group.label for group in table.match.turn.groups] == ["single 1"] * 3


def test_002_five_hundred_in_one_turn_enters_and_less_will_do_later() -> None:
    table = Table(RULE_SETS["farkle_board"]).open(2, 1).make(450).refused("below_entry", Bank()).make(50).bank()
    table.score(500).score(50)
    assert table.match.scores == (550, 500)


def test_002_a_tied_highest_score_after_the_final_round_is_a_draw() -> None:
    table = Table(RULE_SETS["farkle_board"]).open(2, 1).score(10_000).score(10_000)
    assert table.match.result is not None
    assert (table.match.result.kind, table.match.result.winners) == ("draw", ())


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1,) * 6, 4000),
        ((2,) * 6, 800),
        ((3,), 0),
        ((3, 3), 0),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((2, 2, 3, 3, 6, 6), 1500),
        ((2, 2, 2, 3, 3, 3), 1500),
        ((1, 1, 1, 5, 5, 5), 1500),
        ((2, 2, 2, 2), 400),
        ((2,) * 5, 600),
        ((3, 3, 3, 2, 2), 0),
    ],
)
def test_003_what_the_dice_are_worth(dice: tuple[int, ...], points: int) -> None:
    assert CHARTS["jpgames"].score(dice) == points


def test_003_rolling_two_dice_does_not_win_two_times_in_three() -> None:
    assert 1 - odds.farkle_probability(CHARTS["jpgames"], 2) == Fraction(20, 36)


def test_003_with_the_toggle_a_cautious_150_is_worth_as_much_as_a_farkle() -> None:
    table = Table(RULE_SETS["jpgames"].with_variations("get_on_the_board"))
    table.score(150).score(500).score(500).score(50)
    assert table.match.scores == (500, 550)


def test_003_no_equaliser_once_the_target_is_banked() -> None:
    table = Table(RULE_SETS["jpgames"]).score(10_000)
    assert table.match.result is not None
    assert (table.match.phase, table.match.result.winners) == ("over", (0,))


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((1,), 100),
        ((5,), 50),
        ((1, 1, 1), 1000),
        ((6, 6, 6), 600),
        ((2, 2, 3, 3, 4, 4), 750),
        ((1, 2, 3, 4, 5, 6), 1500),
        ((3,) * 4, 600),
        ((3,) * 5, 900),
        ((3,) * 6, 1200),
        ((2, 2, 2, 3, 3, 3), 500),
    ],
)
def test_004_the_scoring_list(dice: tuple[int, ...], points: int) -> None:
    assert CHARTS["katie"].score(dice) == points


def test_004_getting_on_the_board_takes_more_than_a_thousand() -> None:
    table = Table(RULE_SETS["katie"]).make(1_000).refused("below_entry", Bank()).make(50).bank()
    assert table.match.scores == (1_050, 0)
    assert table.score(1_050).score(50).match.scores == (1_100, 1_050)


def test_004_first_to_bank_ten_thousand_wins_unless_rebuttals_are_on() -> None:
    assert Table(RULE_SETS["katie"]).score(10_000).match.phase == "over"
    table = Table(RULE_SETS["katie"].with_variations("rebuttal_rounds")).score(10_000).score(10_050).score(50)
    assert (table.match.phase, table.match.scores) == ("over", (10_050, 10_050))
    assert table.match.result is not None
    assert table.match.result.winners == (1,)
