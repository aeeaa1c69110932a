"""Many matches running side by side, each at its own place in a set of arrays; a step is one roll in all of them.

What a step does to a match is what `turns.py` and `course.py` do; a match that is over hands its place to the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from . import many, stream
from .choices import NEVER, choices
from .rolls import MOST_DICE, every_distinct_roll
from .rule_set import RuleSet
from .strategies import Strategy

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

_PLACES = 16_384
"""Matches that run at the same time: many enough to hide the cost of a call, few enough to stay in the cache."""

_NOT_YET = -1
"""Instead of the number of turns to come: the last turns have not begun."""

_NUMBERS = {roll.dice: number for number, roll in enumerate(every_distinct_roll())}
_FIRST_CODE = np.cumsum([0, 0, *(6**dice for dice in range(1, MOST_DICE))])
"""Where the rolls of so many dice begin in `_roll_numbers`."""


@cache
def _roll_numbers() -> Ints:
    """The number of each ordered roll among the distinct rolls, rolls of fewer dice first."""
    return np.concatenate([many.by_code(dice, _NUMBERS.__getitem__) for dice in range(1, MOST_DICE + 1)])


@dataclass
class _Arrays:
    """What is known at each place. The second group is set anew for each turn: rows of tables, totals in units. The
    third is for rebuttal rounds, with seats as bits of a number. Those of the last have the shape (places, seats)."""

    match: Ints
    key: NDArray[np.uint64]
    rolls: NDArray[np.uint64]
    seat: Ints
    to_come: Ints

    total: Ints
    dice: Ints
    row: Ints
    bank_row: Ints
    need: Ints
    win_at: Ints

    leader: Ints
    pending: Ints
    holders: Ints
    surpassed: Flags

    score: Ints
    entered: Flags
    streak: Ints
    turns: Ints

    def only(self, places: Flags) -> "_Arrays":
        """The arrays of these places alone."""
        return _Arrays(**{field.name: getattr(self, field.name)[places] for field in fields(self)})


def _blank(places: int, seats: int) -> _Arrays:
    per_seat = {"score", "entered", "streak", "turns"}
    types = {"key": np.uint64, "rolls": np.uint64, "surpassed": np.bool_, "entered": np.bool_}
    return _Arrays(
        **{
            field.name: np.zeros((places, seats) if field.name in per_seat else places, types.get(field.name, np.int32))
            for field in fields(_Arrays)
        }
    )


class Places:
    """Matches under way. `scores`, `turns` (matches, seats) and `starters` (matches,) are filled in as they end."""

    def __init__(self, rules: RuleSet, strategies: Sequence[Strategy], matches: int, seed: int) -> None:
        self._rules = rules
        self._seats = len(strategies)
        self._tables = choices(rules.chart, tuple(strategies), rules.entry)
        self._keys = stream.keys(seed, matches)
        self.starters, self._opening_rolls = _openings(rules, self._keys, self._seats)
        self.scores = np.zeros((matches, self._seats), np.int32)
        self.turns = np.zeros((matches, self._seats), np.int32)
        self._begun = 0
        self._now = _blank(min(matches, _PLACES), self._seats)
        everywhere = np.arange(len(self._now.match))
        self._begin(everywhere)
        self._start_turns(everywhere)

    @property
    def running(self) -> bool:
        """Is any match still under way?"""
        return bool(len(self._now.match))

    def step(self) -> None:
        """Roll once in every match, keep, and bank or go on; end the turns and matches that end."""
        banked, farkled = self._roll()
        ended = np.flatnonzero(banked | farkled)
        seat = self._now.seat[ended]
        self._score(ended, seat, banked[ended])
        over, following = self._pass_on(ended, seat, banked[ended])
        self._now.seat[ended] = following
        self._finish(ended[over])
        self._start_turns(ended)
        self._clear_away()

    def _begin(self, places: NDArray[np.intp]) -> None:
        """Begin the next matches at these places."""
        match = np.arange(self._begun, self._begun + len(places))
        self._begun += len(places)
        self._now.match[places] = match
        self._now.key[places] = self._keys[match]
        self._now.rolls[places] = self._opening_rolls[match]
        self._now.seat[places] = self.starters[match]
        self._now.to_come[places] = _NOT_YET
        for by_seat in (self._now.score, self._now.streak, self._now.turns, self._now.entered):
            by_seat[places] = 0

    def _roll(self) -> tuple[Flags, Flags]:
        """Roll and keep everywhere; returns who banks and who has farkled."""
        tables, dice = self._tables, self._now.dice
        code = stream.codes(self._now.key, self._now.rolls, stream.POWERS[dice]).view(np.int64)
        self._now.rolls += np.uint64(1)
        roll = _roll_numbers()[code + _FIRST_CODE[dice]]
        row = tables.rows[self._now.row + np.minimum(self._now.total, tables.totals - 1)]
        kept = tables.keeps[row + roll]
        self._now.total += kept >> 3
        self._now.dice = kept & 7
        farkled = kept == 0
        banked = self._now.total >= tables.bank_at[self._now.bank_row + self._now.dice]
        banked |= self._now.total >= self._now.win_at
        banked &= (self._now.total >= self._now.need) & ~farkled
        if self._rules.hot_dice == "must_roll":
            banked &= self._now.dice != MOST_DICE
        return banked, farkled

    def _score(self, ended: NDArray[np.intp], seat: Ints, banked: Flags) -> None:
        at = ended * self._seats + seat
        self._now.turns.reshape(-1)[at] += 1
        self._now.entered.reshape(-1)[at] |= banked
        score = self._now.score.reshape(-1)
        score[at] += np.where(banked, self._now.total[ended] * self._tables.unit, 0)
        if penalty := self._rules.streak_penalty:
            streak = np.where(banked, 0, self._now.streak.reshape(-1)[at] + 1)
            penalised = streak == penalty.farkles
            score[at] -= penalised * np.int32(penalty.points)
            self._now.streak.reshape(-1)[at] = np.where(penalised, 0, streak)

    def _pass_on(self, ended: NDArray[np.intp], seat: Ints, banked: Flags) -> tuple[Flags, Ints]:
        """Whose matches are over, and who plays next in the others."""
        reached = banked & (self._now.score[ended, seat] >= (self._rules.goal or 0))
        following = (seat + 1) % np.int32(self._seats)
        if self._seats == 1 or self._rules.ending == "at_once":
            return reached, following
        if self._rules.ending == "rebuttal":
            return self._rebut(ended, seat, banked, reached)
        to_come = self._now.to_come[ended]
        to_come = np.where(reached & (to_come == _NOT_YET), self._seats - 1, to_come)
        over = to_come == 0
        self._now.to_come[ended] = np.maximum(to_come - 1, _NOT_YET)
        return over, following

    def _rebut(self, ended: NDArray[np.intp], seat: Ints, banked: Flags, reached: Flags) -> tuple[Flags, Ints]:
        """Rebuttal rounds; seats that are to play and seats that have led are bits of a number."""
        bit = np.int32(1) << seat
        first = reached & (self._now.to_come[ended] == _NOT_YET)
        rounds = first | (self._now.to_come[ended] != _NOT_YET)
        leader, pending = self._now.leader[ended], self._now.pending[ended] & ~bit
        holders, surpassed = self._now.holders[ended], self._now.surpassed[ended]
        ahead = rounds & banked & (self._now.score[ended, seat] > self._now.score[ended, leader]) & ~first
        surpassed = (surpassed | ahead) & ~first
        leader = np.where(first | ahead, seat, leader)
        holders = np.where(first, bit, np.where(ahead, holders | bit, holders))
        pending = np.where(first, ((1 << self._seats) - 1) & ~bit, pending)
        again = rounds & (pending == 0) & surpassed
        pending = np.where(again, holders & ~(1 << leader), pending)
        holders = np.where(again, 1 << leader, holders)
        following = _next_of(np.where(again, leader, seat), pending, self._seats)
        self._now.leader[ended], self._now.pending[ended], self._now.holders[ended] = leader, pending, holders
        self._now.surpassed[ended] = surpassed & ~again
        self._now.to_come[ended] = np.where(rounds, 0, _NOT_YET)
        return rounds & (pending == 0), np.where(rounds, following, (seat + 1) % self._seats)

    def _start_turns(self, places: NDArray[np.intp]) -> None:
        """A new turn with six dice at these places: what its seat wants, and what it needs."""
        seat, unit = self._now.seat[places], self._tables.unit
        entered = self._now.entered[places, seat]
        policy = seat * 2 + entered
        self._now.total[places] = 0
        self._now.dice[places] = MOST_DICE
        self._now.row[places] = policy * self._tables.totals
        self._now.bank_row[places] = policy * 8
        self._now.need[places] = np.where(entered, 0, -(-self._rules.entry // unit))
        if self._seats == 1 or self._rules.ending == "at_once":
            missing = (self._rules.goal or 0) - self._now.score[places, seat]
            self._now.win_at[places] = -(-missing // unit)
        else:
            self._now.win_at[places] = NEVER
            self._need_the_lead(places[self._now.to_come[places] != _NOT_YET])

    def _need_the_lead(self, places: NDArray[np.intp]) -> None:
        """In a last turn nobody banks less than it takes to lead; whom nobody answers banks as soon as that is made."""
        seat = self._now.seat[places]
        others = self._now.score[places]
        own = others[np.arange(len(places)), seat]
        others[np.arange(len(places)), seat] = -NEVER
        lead = -(-(others.max(axis=1) - own + 1) // self._tables.unit)
        self._now.need[places] = np.maximum(self._now.need[places], lead)
        if self._rules.ending == "final_round":
            last = places[self._now.to_come[places] == 0]
            self._now.win_at[last] = self._now.need[last]

    def _finish(self, over: NDArray[np.intp]) -> None:
        """Write down the matches that are over at these places, and begin others there while any are left."""
        match = self._now.match[over]
        under_way = match >= 0
        self.scores[match[under_way]] = self._now.score[over[under_way]]
        self.turns[match[under_way]] = self._now.turns[over[under_way]]
        left = len(self._keys) - self._begun
        self._begin(over[:left])
        self._now.match[over[left:]] = -1

    def _clear_away(self) -> None:
        """Take out the places whose match is over, when no other is left to begin there and it is worth the copying."""
        under_way = self._now.match >= 0
        if np.count_nonzero(under_way) <= len(under_way) * 7 // 8:
            self._now = self._now.only(under_way)


def _openings(rules: RuleSet, keys: NDArray[np.uint64], seats: int) -> tuple[Ints, NDArray[np.uint64]]:
    """Who starts each match, and how many rolls that took."""
    rolls = np.zeros(len(keys), np.uint64)
    if rules.opening == "first_seat" or seats == 1:
        return np.arange(len(keys), dtype=np.int32) % np.int32(seats), rolls
    contends = np.ones((len(keys), seats), np.bool_)
    undecided = np.arange(len(keys))
    while len(undecided):
        dice = np.zeros((len(undecided), seats), np.int64)
        for seat in range(seats):
            rolling = contends[undecided, seat]
            die = stream.codes(keys[undecided], rolls[undecided], stream.POWERS[1:2]).view(np.int64) + 1
            dice[:, seat] = np.where(rolling, die, 0)
            rolls[undecided] += rolling
        contends[undecided] = dice == dice.max(axis=1, keepdims=True)
        undecided = undecided[contends[undecided].sum(axis=1) > 1]
    return contends.argmax(axis=1).astype(np.int32), rolls


def _next_of(seat: Ints, pending: Ints, seats: int) -> Ints:
    """The first seat after this one whose bit is set in `pending`; the seat itself when none is."""
    following = seat
    for ahead in range(seats - 1, 0, -1):
        other = (seat + ahead) % seats
        following = np.where(pending >> other & 1, other, following)
    return following
