"""What strategies choose, as tables: the keep for each turn total and roll, and when to bank."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import odds
from .chart import Chart
from .keeps import keeps
from .rolls import every_distinct_roll
from .strategies import Policy, Strategy

DISTINCT_ROLLS = sum(1 for _ in every_distinct_roll())
NEVER = np.int32(2**30)


class Choices(NamedTuple):
    """The tables of several policies under one chart; points are in `unit`s.

    A policy's row for a total is `rows[policy * totals + min(total, totals - 1)]`. In it each distinct
    roll, by its number, has eight times the points kept plus the dice left; 0 for a farkle. `bank_at[policy * 8 + dice
    left]` is the total from which the policy banks.
    """

    unit: int
    totals: int
    rows: NDArray[np.int32]
    keeps: NDArray[np.int32]
    bank_at: NDArray[np.int32]


@lru_cache(maxsize=64)
def choices(chart: Chart, strategies: tuple[Strategy, ...], entry: int) -> Choices:
    """The tables for each strategy in turn: its policy before it has entered, then its policy afterwards."""
    unit = odds.unit_of(chart)
    totals = odds.sure_to_bank(chart, entry) // unit + 1
    rows, tables, bank_at = [], np.empty((0, DISTINCT_ROLLS), np.int32), []
    for strategy in strategies:
        for minimum in (entry, 0):
            policy = strategy.policy(chart, minimum)
            table = _keeps_by_total(chart, policy, totals, unit)
            differs = np.append(True, (table[1:] != table[:-1]).any(axis=1))
            rows.append(np.cumsum(differs) - 1 + len(tables))
            tables = np.concatenate([tables, table[differs]])
            bank_at += [NEVER, *(-(-total // unit) for total in policy.bank_at), NEVER]
    return Choices(
        unit,
        totals,
        rows=(np.concatenate(rows) * DISTINCT_ROLLS).astype(np.int32),
        keeps=tables.reshape(-1),
        bank_at=np.array(bank_at, np.int32),
    )


def _keeps_by_total(chart: Chart, policy: Policy, totals: int, unit: int) -> NDArray[np.int32]:
    """The keep of each distinct roll (column) at each turn total (row), packed. Of equally good keeps the one with more
    points counts, then the one with more dice left, as a strategy has it."""
    total = np.arange(totals)[:, None] * unit
    best = np.zeros((totals, DISTINCT_ROLLS), np.int32)
    most = np.zeros((totals, DISTINCT_ROLLS))
    for points, dice_left in zip(keeps(chart).points.T, keeps(chart).dice_left.T, strict=True):
        legal = points > 0
        packed = np.where(legal, points // unit * 8 + dice_left, 0)
        worth = np.where(legal, policy.worth(total + points, dice_left), -1.0)
        better = (worth > most) | ((worth == most) & (packed > best))
        np.copyto(best, packed, where=better, casting="same_kind")
        np.copyto(most, worth, where=better)
    return best
