"""A second implementation of a match without a clock, to be compared with `Match`: a referee at a table with a score
sheet, who follows the rule texts from top to bottom.

It shares nothing with the code under test: figures are typed from RULES.md section 3, dice are scored by the oracle. It
is a coroutine: each attempt of a player is sent in, and the sheet says what became of it.
"""

import contextlib
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.rules import oracle

Dice = tuple[int, ...]
Attempt = tuple[str, int, Dice]
"""What a player tries: ("roll", seat, dice), ("keep", seat, positions), ("bank", seat, ()) or ("leave", seat, ())."""
Step = Generator[None, Attempt, Any]

_PLAIN = {"entry": 0, "below_entry": "may_not_bank", "ending": "final_round", "tie": "lowest_seat", "four_plus_pair": 0}
_START = {"opening": "first_seat", "hot_dice": "optional", "streak_penalty": None, "goal": 10_000}
_ONLINE = {**_PLAIN, **_START, "streak_penalty": {"farkles": 3, "points": 1_000}}
_BOX = {**_PLAIN, **_START, "chart": "playmonster", "entry": 500, "opening": "opening_roll"}

RULES: dict[str, dict[str, Any]] = {
    "farkle_board": {**_BOX, "tie": "draw"},
    "playmonster": {**_BOX, "tie": "shared"},
    "classic": {**_ONLINE, "chart": "classic"},
    "dice_game_depot": {**_ONLINE, "chart": "dice_game_depot"},
    "folk": {**_ONLINE, "chart": "folk"},
    "kcd": {**_ONLINE, "chart": "kcd"},
    "jpgames": {**_PLAIN, **_START, "chart": "jpgames", "ending": "at_once", "below_entry": "counts_zero"},
    "katie": {**_PLAIN, **_START, "chart": "katie", "ending": "at_once", "entry": 1_050},
}


class Decided(Exception):
    """So many have left that the match is over."""


@dataclass
class Sheet:
    """What lies on the table and stands on the score sheet. `allowed` and `said` are about the last attempt."""

    players: int
    phase: str = ""
    seat: int = 0
    points: int = 0
    dice: int = 6
    roll: Dice = ()
    scores: list[int] = field(default_factory=list)
    entered: list[bool] = field(default_factory=list)
    streak: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    leader: int | None = None
    led: set[int] = field(default_factory=set)
    allowed: bool = True
    said: list[str] = field(default_factory=list)
    verdict: tuple[str, tuple[int, ...]] | None = None

    def here(self) -> list[int]:
        """Who has not left."""
        return [seat for seat in range(self.players) if seat not in self.gone]

    def clockwise(self, after: int, among: Iterable[int]) -> list[int]:
        """These seats as they come round after one of them."""
        return [seat % self.players for seat in range(after + 1, after + self.players) if seat % self.players in among]


def worth(rules: dict[str, Any], dice: Iterable[int]) -> int:
    """The points of exactly these dice under these rules; 0 when they are no selection."""
    return oracle.score(rules["chart"], tuple(dice), bool(rules["four_plus_pair"]))


def referee(sheet: Sheet, rules: dict[str, Any], starter: int) -> Step:
    """Run a match at this sheet until it is over; then `sheet.verdict` stands."""
    sheet.scores, sheet.turns, sheet.streak = [0] * sheet.players, [0] * sheet.players, [0] * sheet.players
    sheet.entered = [False] * sheet.players
    with contextlib.suppress(Decided):
        yield from _match(sheet, rules, starter)
    sheet.phase, sheet.verdict = "over", _verdict(sheet, rules)
    yield


def _match(sheet: Sheet, rules: dict[str, Any], seat: int) -> Step:
    alone = sheet.players == 1
    if rules["opening"] == "opening_roll" and not alone:
        seat = yield from _opening_roll(sheet)
    while not ((yield from _turn(sheet, rules, seat)) and sheet.scores[seat] >= rules["goal"]):
        seat = (sheet.clockwise(seat, sheet.here()) or [seat])[0]
    if alone or rules["ending"] == "at_once":
        return
    others = sheet.clockwise(seat, sheet.here())
    if rules["ending"] == "final_round":
        sheet.said.append(f"final round {others}")
        yield from _each_once(sheet, rules, others)
    else:
        yield from _rebuttals(sheet, rules, seat, others)


def _rebuttals(sheet: Sheet, rules: dict[str, Any], leader: int, others: list[int]) -> Step:
    sheet.leader, sheet.led = leader, {leader}
    beaten = True
    while beaten and others:
        sheet.said.append(f"rebuttal {sheet.leader} {others}")
        beaten = yield from _each_once(sheet, rules, others)
        others = sheet.clockwise(sheet.leader, sheet.led - {sheet.leader} - sheet.gone)
        sheet.led = {sheet.leader}


def _each_once(sheet: Sheet, rules: dict[str, Any], seats: list[int]) -> Step:
    """One turn for each; says whether anybody has banked more than the leader."""
    beaten = False
    for seat in seats:
        if seat in sheet.gone:
            continue
        banked = yield from _turn(sheet, rules, seat)
        if sheet.leader is None:
            continue
        if banked and seat != sheet.leader and sheet.scores[seat] > sheet.scores[sheet.leader]:
            sheet.leader, beaten = seat, True
            sheet.led.add(seat)
        elif seat == sheet.leader and not banked:
            _highest_leads(sheet)
    return beaten


def _highest_leads(sheet: Sheet) -> None:
    """The leader has left, or has lost points: the highest leads, of equals the old leader or the lowest seat."""
    best = max(sheet.scores[seat] for seat in sheet.here())
    highest = [seat for seat in sheet.here() if sheet.scores[seat] == best]
    sheet.leader = sheet.leader if sheet.leader in highest else highest[0]
    assert sheet.leader is not None
    sheet.led.add(sheet.leader)


def _turn(sheet: Sheet, rules: dict[str, Any], seat: int) -> Step:
    """One whole turn; says whether it ended with a bank that counts."""
    sheet.points, sheet.dice, hot = 0, 6, False
    phase = "to_roll"
    while True:
        kind, who, what = yield from _ask(sheet, phase, seat)
        if kind == "leave":
            if who == seat:
                return False
        elif kind == "roll" and phase != "to_keep" and _are_dice(what, sheet.dice):
            sheet.roll, phase = what, "to_keep"
            if not any(worth(rules, kept) for n in range(1, 7) for kept in combinations(what, n)):
                _farkle(sheet, rules, seat, hot)
                return False
        elif kind == "keep" and phase == "to_keep" and (points := _kept(sheet, rules, what)):
            sheet.points += points
            hot = len(what) == len(sheet.roll)
            sheet.dice = 6 if hot else len(sheet.roll) - len(what)
            sheet.said += ["hot dice"] * hot
            phase = "to_decide"
        elif kind == "bank" and phase == "to_decide" and _may_bank(sheet, rules, seat, hot):
            return _bank(sheet, rules, seat)
        else:
            sheet.allowed = False


def _ask(sheet: Sheet, phase: str, seat: int) -> Step:
    """Wait for an attempt of this seat, or for anybody to leave."""
    while True:
        sheet.phase, sheet.seat = phase, seat
        kind, who, what = yield
        sheet.allowed, sheet.said = True, []
        if kind == "leave" and who in sheet.here():
            sheet.gone.add(who)
            if len(sheet.here()) < min(2, sheet.players):
                raise Decided
            if who == sheet.leader:
                _highest_leads(sheet)
            return kind, who, what
        if kind != "leave" and who == seat:
            return kind, who, what
        sheet.allowed = False


def _are_dice(faces: Dice, count: int) -> bool:
    return len(faces) == count and set(faces) <= {1, 2, 3, 4, 5, 6}


def _kept(sheet: Sheet, rules: dict[str, Any], positions: Dice) -> int:
    if not positions or len(set(positions)) < len(positions) or not set(positions) <= set(range(len(sheet.roll))):
        return 0
    return worth(rules, (sheet.roll[position] for position in positions))


def _may_bank(sheet: Sheet, rules: dict[str, Any], seat: int, hot: bool) -> bool:
    if hot and rules["hot_dice"] == "must_roll":
        return False
    return sheet.entered[seat] or sheet.points >= rules["entry"] or rules["below_entry"] == "counts_zero"


def _bank(sheet: Sheet, rules: dict[str, Any], seat: int) -> bool:
    sheet.turns[seat] += 1
    if not sheet.entered[seat] and sheet.points < rules["entry"]:
        return False
    sheet.scores[seat] += sheet.points
    sheet.entered[seat], sheet.streak[seat] = True, 0
    return True


def _farkle(sheet: Sheet, rules: dict[str, Any], seat: int, hot: bool) -> None:
    sheet.said.append("hot farkle" if hot else "farkle")
    sheet.turns[seat] += 1
    sheet.streak[seat] += 1
    penalty = rules["streak_penalty"]
    if penalty and sheet.streak[seat] == penalty["farkles"]:
        sheet.said.append("penalty")
        sheet.scores[seat] -= penalty["points"]
        sheet.streak[seat] = 0


def _opening_roll(sheet: Sheet) -> Step:
    contenders, shown = sheet.here(), dict[int, int]()
    while len(contenders) > 1:
        waiting = [seat for seat in contenders if seat not in shown]
        if not waiting:
            highest = max(shown[seat] for seat in contenders)
            contenders, shown = [seat for seat in contenders if shown[seat] == highest], {}
            continue
        sheet.dice = 1
        kind, _, what = yield from _ask(sheet, "opening", waiting[0])
        if kind == "roll" and _are_dice(what, 1):
            shown[waiting[0]] = what[0]
        elif kind != "leave":
            sheet.allowed = False
        contenders = [seat for seat in contenders if seat not in sheet.gone]
    return contenders[0]


def _verdict(sheet: Sheet, rules: dict[str, Any]) -> tuple[str, tuple[int, ...]]:
    here = sheet.here()
    if not here:
        return "none", ()
    best = max(sheet.scores[seat] for seat in here)
    top = tuple(seat for seat in here if sheet.scores[seat] == best)
    if sheet.leader in top:
        return "win", (sheet.leader,)
    if len(top) == 1 or rules["tie"] == "lowest_seat":
        return "win", top[:1]
    return ("draw", ()) if rules["tie"] == "draw" else ("shared", top)
