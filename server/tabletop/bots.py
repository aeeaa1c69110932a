"""Bots at work: they think beside the tick, act at a pace that people can follow, and touch nothing but the match.

A bot that fails, by an error in its thinking or with an action that its game refuses or fails at, holds nobody up: the
game's plain strategy plays that move for it, and where that fails too the bot leaves the match.
"""

import logging
from functools import partial

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import PluginHost
from .game import Game
from .hurrying import HASTE, Hurry
from .matches import Matches
from .records import MatchRecord, Records

Thought = tuple[str, tuple[int, ...]]
"""An action and its pieces."""

_log = logging.getLogger("voxtable.tabletop")


class Bots:
    """Plays the seats of bots. `pace` is the time in ms that people have for each moment of what happened last before a
    bot acts; where they hurry it is one part in HASTE of that."""

    def __init__(self, host: PluginHost, records: Records, matches: Matches, hurry: Hurry, pace: int) -> None:
        self._host = host
        self._records = records
        self._matches = matches
        self._hurry = hurry
        self._pace = pace
        self._thinking: dict[str, int] = {}
        self._waits: dict[str, tuple[MatchRecord, int]] = {}
        """By match id: the record for which a wait was last computed, and its end in game ms."""

    def tick(self, changes: ChangeSet) -> None:
        """Let each bot think whose turn it has been for long enough."""
        waiting = [
            (match, match.bots[match.mover])
            for match in self._records.unfinished(changes)
            if match.running and match.mover is not None and match.bots[match.mover]
        ]
        self._waits = {match.id: self._waits[match.id] for match, _ in waiting if match.id in self._waits}
        for match, bot in waiting:
            if changes.now >= self._due(match):
                changes.attempt(f"The bot's turn in match {match.id}", partial(self._begin, match, bot))

    def _due(self, match: MatchRecord) -> int:
        """When the bot to move acts, in game ms."""
        known = self._waits.get(match.id)
        if known is None or known[0] is not match:
            left = None if match.deadline is None else match.deadline - match.moved
            wait = match.moved + self._records.game(match).wait(self._pace, left)
            known = self._waits[match.id] = match, wait
        waited = known[1] - match.moved
        return match.moved + (waited // HASTE if self._hurry.hurried(match) else waited)

    def _begin(self, match: MatchRecord, strategy: str) -> None:
        game = self._records.game(match)
        if self._thinking.get(match.id) == game.step:
            return
        self._thinking[match.id] = game.step
        self._think(match.id, game, tuple(dict.fromkeys((strategy, game.plain_bot or game.bots[0].value))))

    def _think(self, match: str, game: Game, strategies: tuple[str, ...]) -> None:
        """Let the first of these strategies think, and the next one where it fails; without any the bot leaves."""
        self._host.work(
            lambda: _thought(game, strategies[0]) if strategies else None,
            lambda changes, thought: self._take(changes, match, game, thought, strategies),
        )

    def _take(
        self, changes: ChangeSet, match: str, game: Game, thought: Thought | None, strategies: tuple[str, ...]
    ) -> None:
        """Act as thought, unless the match has gone on meanwhile."""
        record = self._still_to_move(changes, match, game.step)
        if record is not None and not strategies:
            self._matches.remove(changes, record, _mover(record), "stuck", changes.now)
        elif record is not None:
            try:
                acted = self._acted(changes, record, thought)
            except Exception:
                # What this attempt has changed is dropped; the next one begins in a change set of its own.
                self._think(match, game, strategies[1:])
                raise
            if not acted:
                self._think(match, game, strategies[1:])
                return
        self._thinking.pop(match, None)

    def _still_to_move(self, changes: ChangeSet, match: str, step: int) -> MatchRecord | None:
        """The match, advanced to now, while it waits for this step of a bot."""
        record = changes.read(self._records.matches, match)
        if record is None or not record.running:
            return None
        record = self._matches.advance(changes, record, changes.now)
        waits = record.mover is not None and record.bots[record.mover] and self._records.game(record).step == step
        return record if waits else None

    def _acted(self, changes: ChangeSet, record: MatchRecord, thought: Thought | None) -> bool:
        if thought is None:
            return False
        seat = _mover(record)
        try:
            self._matches.play(changes, record, seat, *thought, changes.now)
        except Refusal as refusal:
            _log.error("The bot %s in match %s may not do %s: %s", record.bots[seat], record.id, thought, refusal.text)
            return False
        return True


def _mover(record: MatchRecord) -> int:
    assert record.mover is not None
    return record.mover


def _thought(game: Game, strategy: str) -> Thought | None:
    """What a strategy would do now, None when it fails. Runs in a worker."""
    try:
        return game.think(strategy)
    except Exception:  # noqa: BLE001 - a game's code is a third party's; logged, and another strategy plays on
        _log.exception("The bot %s failed at %s.", strategy, game.title)
        return None
