"""Match and the referee judge the same attempts, sensible and absurd ones, and agree on every one of them."""

import random
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from server.rules import RULE_SETS, Bank, IllegalAction, Keep, Match, Roll
from server.rules.events import AnyEvent, Farkled, FinalRound, HotDice, Penalised, RebuttalRound
from tests.rules.referee import RULES, Attempt, Dice, Sheet, referee, worth

GENEROUS = ((1, 1, 1, 5, 2, 3), (1, 2, 3, 4, 5, 6), (1, 1, 5, 5, 4, 4), (2, 2, 2, 4, 4, 4), (4, 4, 4, 4, 5, 5))
HOUSES: dict[str, dict[str, Any]] = {
    "as written": {"goal": 3_000},
    "rebuttals": {"goal": 1_500, "ending": "rebuttal"},
    "rebuttals at once, below zero": {
        "goal": 500,
        "entry": 0,
        "ending": "rebuttal",
        "streak_penalty": {"farkles": 2, "points": 5_000},
    },
    "entry that counts zero": {"goal": 1_500, "entry": 500, "below_entry": "counts_zero", "ending": "final_round"},
    "must roll, shared": {"goal": 2_000, "entry": 200, "hot_dice": "must_roll", "tie": "shared", "ending": "at_once"},
    "opening roll, a draw": {"goal": 500, "entry": 0, "opening": "opening_roll", "tie": "draw"},
    "a short final round": {"goal": 500, "entry": 50, "opening": "first_seat", "ending": "final_round"},
}
MATCHES = 20
"""Matches for each rule set and house, with one to four seats."""


class Mood(NamedTuple):
    """What a match is like: how often good dice are given, and how often somebody tries to leave (more often where that
    is most intricate: in the opening roll and in rebuttal rounds)."""

    fortune: float
    leaving: float


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("name", RULES)
def test_match_and_referee_agree_on_every_attempt(name: str, house: str) -> None:
    house_rules = dict(HOUSES[house])
    if house == "must roll, shared" and name != "kcd":
        house_rules["four_plus_pair"] = True
    rules = RULE_SETS[name].with_house_rules(clock=None, **house_rules)
    written = {**RULES[name], **house_rules}
    for number in range(MATCHES):
        chance = random.Random(f"{name} {house} {number}")
        seats = chance.choice((*rules.player_counts, rules.most, rules.most))
        starter = chance.randrange(seats)
        mood = Mood(fortune=chance.choice((0.05, 0.3, 0.6)), leaving=chance.choice((0, 0.005, 0.03)))
        sheet = Sheet(seats)
        judge = referee(sheet, written, starter)
        next(judge)
        match = Match.start(rules, "abcd"[:seats], now=0, starter=starter)
        while sheet.verdict is None:
            attempt = _attempt(chance, sheet, written, mood)
            judge.send(attempt)
            match = _judged_alike(match, sheet, attempt)
        assert match.result is not None
        assert (match.result.kind, match.result.winners) == sheet.verdict


def _judged_alike(match: Match, sheet: Sheet, attempt: Attempt) -> Match:
    """The match after this attempt, of which the sheet tells already what became."""
    try:
        match, events = _tried(match, attempt)
    except IllegalAction:
        assert not sheet.allowed, attempt
        return match
    assert sheet.allowed, attempt
    assert [said for event in events if (said := _said(event))] == sheet.said
    assert (match.phase, list(match.scores), list(match.entered)) == (sheet.phase, sheet.scores, sheet.entered)
    assert [seat.turns for seat in match.seats] == sheet.turns
    if match.phase != "over":
        assert (match.turn.seat, match.turn.dice_to_roll) == (sheet.seat, sheet.dice)
        assert match.turn.points == (0 if match.phase == "opening" else sheet.points)
    return match


def _tried(match: Match, attempt: Attempt) -> tuple[Match, tuple[AnyEvent, ...]]:
    match attempt:
        case ("leave", seat, _):
            return match.remove(seat, "resigned", now=0)
        case ("roll", seat, dice):
            return match.act(seat, Roll(dice), now=0)
        case ("keep", seat, positions):
            return match.act(seat, Keep(positions), now=0)
        case (_, seat, _):
            return match.act(seat, Bank(), now=0)


def _said(event: AnyEvent) -> str:
    """The referee's words for an event; none for what needs no words."""
    match event:
        case Farkled(hot=hot):
            return "hot farkle" if hot else "farkle"
        case HotDice():
            return "hot dice"
        case Penalised():
            return "penalty"
        case FinalRound(pending=pending):
            return f"final round {list(pending)}"
        case RebuttalRound(seat=seat, pending=pending):
            return f"rebuttal {seat} {list(pending)}"
        case _:
            return ""


def _attempt(chance: random.Random, sheet: Sheet, rules: dict[str, Any], mood: Mood) -> Attempt:
    """Mostly something that a player would do here, sometimes nonsense, and now and then somebody leaves."""
    luck = chance.random()
    if luck < mood.leaving * (5 if sheet.phase == "opening" or sheet.leader is not None else 1):
        return "leave", chance.randrange(-1, 5), ()
    if luck > 0.92:
        numbers = tuple(chance.randrange(-1, 8) for _ in range(chance.randrange(8)))
        return chance.choice(("roll", "keep", "bank")), chance.randrange(-1, 5), numbers
    if sheet.phase == "to_keep":
        return "keep", sheet.seat, _selection(chance, sheet, rules)
    if sheet.phase == "to_decide" and chance.random() < 0.5:
        return "bank", sheet.seat, ()
    if sheet.phase != "opening" and chance.random() < mood.fortune:
        return "roll", sheet.seat, chance.choice(GENEROUS)[: sheet.dice]
    return "roll", sheet.seat, tuple(chance.randint(1, 6) for _ in range(sheet.dice))


def _selection(chance: random.Random, sheet: Sheet, rules: dict[str, Any]) -> Dice:
    """Any dice that score together."""
    positions = range(len(sheet.roll))
    selections = [kept for count in range(1, 7) for kept in combinations(positions, count)]
    chance.shuffle(selections)
    return next(kept for kept in selections if worth(rules, (sheet.roll[position] for position in kept)))
