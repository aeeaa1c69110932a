"""A match of the default rule set from the opening roll to the result, by its public names alone."""

import pytest

from server.rules import RULE_SETS, Bank, IllegalAction, Keep, Match, Roll
from server.rules.events import AnyEvent, FinalRound

RULES = RULE_SETS["farkle_board"].with_house_rules(goal=1_000)


def test_a_match_goes_from_the_opening_roll_through_the_final_round_to_a_draw() -> None:
    log: list[AnyEvent] = []
    match = Match.start(RULES, seats=("ada", "bob"), now=0)
    assert match.phase == "opening"
    script = (
        (0, Roll((3,))),
        (1, Roll((5,))),
        (1, Roll((1, 2, 3, 4, 5, 6))),
        (1, Keep((0, 1, 2, 3, 4, 5))),
        (1, Bank()),
        (0, Roll((6, 5, 4, 3, 2, 1))),
        (0, Keep((0, 1, 2, 3, 4, 5))),
        (0, Bank()),
    )
    for seat, action in script:
        match, events = match.act(seat, action, now=match.time + 1_000)
        log += events
    assert [event.pending for event in log if isinstance(event, FinalRound)] == [(0,)]
    assert match.result is not None
    assert (match.result.kind, match.result.winners) == ("draw", ())
    assert match.scores == (1_500, 1_500)
    assert Match.replay(RULES, ("ada", "bob"), log, now=0).to_dict() == match.to_dict()


def test_banking_below_the_entry_is_refused_and_changes_nothing() -> None:
    match = Match.start(RULES.with_house_rules(opening="first_seat"), seats=("ada", "bob"), now=0)
    match, _ = match.act(0, Roll((1, 2, 3, 4, 6, 6)), now=1)
    match, _ = match.act(0, Keep((0,)), now=2)
    before = match.to_dict()
    with pytest.raises(IllegalAction) as refused:
        match.act(0, Bank(), now=3)
    assert (refused.value.code, match.minimum_bank) == ("below_entry", 500)
    assert match.to_dict() == before
