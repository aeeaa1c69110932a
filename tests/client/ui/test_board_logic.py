"""Choosing dice and what the buttons say of it: looked up in the server's options alone."""

from msgspec.structs import replace

from client.ui.screens.board.moves import BANK, KEEP, ROLL, moves_for
from client.ui.screens.board.selection import Choice, Selection, judge, scoring_dice
from server.shared.protocol.tabletop import Action
from tests.client.boards import a_match, a_roll


def choose(*positions: int) -> frozenset[int]:
    return frozenset(positions)


def test_a_legal_selection_is_worth_what_the_server_says() -> None:
    choice = judge(a_roll(), choose(0, 1))
    assert choice.option is not None
    assert (choice.option.points, choice.option.dice_left) == (150, 4)
    assert (choice.idle, choice.sentence) == (frozenset(), "")


def test_dice_that_do_not_contribute_are_named_and_the_rest_is_not() -> None:
    choice = judge(a_roll(), choose(0, 2, 3))
    assert choice.option is None
    assert choice.idle == {3}
    assert choice.sentence == "The 2 adds no points: leave it out."
    assert judge(a_roll(), choose(0, 4, 5, 3)).sentence.startswith("The 2, 3 and 3 add no points")


def test_nothing_chosen_is_no_mistake() -> None:
    assert judge(a_roll(), choose()) == Choice(None, frozenset(), "")


def test_useful_dice_are_those_in_any_option() -> None:
    assert scoring_dice(a_roll()) == {0, 1, 2}
    assert scoring_dice(a_match()) == frozenset()


def test_the_buttons_count_the_present_selection() -> None:
    view = a_roll(at_risk=400)
    moves = moves_for(view, "p-ada", judge(view, choose(0, 1)), busy=False)
    assert {name: (move.label, move.reason, move.keep, move.then) for name, move in moves.items()} == {
        ROLL: ("Roll 4 dice", "", (0, 1), "roll"),
        KEEP: ("Keep 150", "", (0, 1), ""),
        BANK: ("Bank 550", "", (0, 1), "bank"),
    }


def test_below_the_entry_bank_says_what_is_missing() -> None:
    view = a_roll(at_risk=300, bank_from=500)
    moves = moves_for(view, "p-ada", judge(view, choose(0)), busy=False)
    assert moves[BANK].reason == "Your first bank needs 500 in one turn; this would be 400."
    assert moves[ROLL].reason == ""


def test_an_illegal_selection_disables_all_three_with_the_sentence() -> None:
    view = a_roll()
    moves = moves_for(view, "p-ada", judge(view, choose(0, 3)), busy=False)
    assert {move.reason for move in moves.values()} == {"The 2 adds no points: leave it out."}
    assert {move.keep for move in moves.values()} == {()}
    nothing = moves_for(view, "p-ada", judge(view, choose()), busy=False)
    assert {move.reason for move in nothing.values()} == {"Choose the dice to keep first."}


def test_hot_dice_roll_all_six() -> None:
    view = a_roll()
    hot = replace(view, options=(replace(view.options[0], dice_left=0),))
    assert moves_for(hot, "p-ada", judge(hot, choose(0)), busy=False)[ROLL].label == "Roll 6 dice"


def test_before_a_roll_the_server_says_what_is_allowed() -> None:
    moves = moves_for(a_match(), "p-ada", judge(a_match(), choose()), busy=False)
    assert (moves[ROLL].reason, moves[ROLL].then, moves[ROLL].keep) == ("", "roll", ())
    assert moves[BANK].reason == "There is nothing to bank yet."
    decide = replace(
        a_match("to_decide"),
        actions=(Action("roll", True), Action("keep", False, "Kept already."), Action("bank", True)),
    )
    moves = moves_for(decide, "p-ada", judge(decide, choose()), busy=False)
    assert [moves[name].reason for name in (ROLL, KEEP, BANK)] == ["", "Kept already.", ""]


def test_on_another_turn_while_dice_roll_and_for_a_spectator_nothing_may_be_done() -> None:
    view = a_roll(turn=1)
    choice = judge(view, choose(0))
    assert {move.reason for move in moves_for(view, "p-ada", choice, busy=False).values()} == {
        "It is Bartholomew_1234's turn."
    }
    assert {move.reason for move in moves_for(view, "p-zoe", choice, busy=False).values()} == {
        "It is Bartholomew_1234's turn."
    }
    busy = moves_for(a_roll(), "p-ada", judge(a_roll(), choose(0)), busy=True)
    assert {move.reason for move in busy.values()} == {"The dice are still rolling."}


def test_a_selection_toggles_and_is_forgotten_with_its_roll() -> None:
    selection = Selection()
    selection.follow(a_roll())
    selection.toggle(1, 6)
    selection.toggle(4, 6)
    selection.toggle(4, 6)
    selection.toggle(9, 6)
    assert selection.chosen == {1}
    selection.follow(a_roll())
    assert selection.chosen == {1}
    selection.follow(replace(a_roll(), step=9))
    assert (selection.chosen, selection.cursor) == (frozenset(), None)


def test_the_cursor_walks_round_the_dice_from_either_end() -> None:
    selection = Selection()
    selection.step(1, 6)
    assert selection.cursor == 0
    selection.step(-1, 6)
    assert selection.cursor == 5
    other = Selection()
    other.step(-1, 4)
    assert other.cursor == 3
    other.step(1, 0)
    assert other.cursor == 3
