"""Matches that are over: kept for good, counted into each player's sums and personal bests, and told by a command."""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, Command, PluginHost
from ..shared.fair_dice import commitment
from ..shared.names.rules import composed, folded
from ..shared.protocol.limits import BESTS, ROLLS_PAGE
from ..shared.protocol.tabletop import AskDice, AskStats, FinishedMatch, MatchDice, Stats
from . import pages, telling
from .farkle import Farkle
from .game import Figures, Game
from .records import BestRecord, FinishedRecord, MatchRecord, Records, StatsRecord
from .stakes import pot_to

RECENT = 10
"""Matches that the record of a player lists, the newest first."""
_NET_ITEMS = "net_items"
_USAGE = "Say /farkle stats, or /farkle stats NAME."


class Finished:
    """The records of what was played."""

    def __init__(self, host: PluginHost, records: Records) -> None:
        self._host = host
        self._records = records

    def enter(self, changes: ChangeSet, match: MatchRecord, game: Game) -> MatchRecord:
        """Keep a match whose outcome is known, and count it; returns its record with the personal best, if any."""
        assert match.outcome is not None
        figures = telling.figures(game)
        finished = FinishedRecord(
            game=match.game,
            players=match.players,
            names=match.names,
            bots=match.bots,
            rules=dict(game.rules),
            outcome=match.outcome,
            how=match.how,
            started=match.started,
            starter=match.starter,
            ended=changes.now,
            secret=match.secret,
            figures=figures,
            contributions=match.contributions,
            rolled=match.rolled,
            paged=match.paged,
            aborted=match.aborted,
            stakes=match.stakes,
        )
        changes.put(self._records.finished, match.id, finished)
        for seat, player in enumerate(match.players):
            if not match.bots[seat]:
                counted = {**(figures[seat] if figures else {}), **_won(match, seat)}
                count = partial(self._count, changes, match, seat, player, counted)
                changes.attempt(f"Counting a match of {player}", count)
        kept = [match]
        changes.attempt("Counting a run alone", lambda: kept.append(self._with_best(changes, match, game)))
        return kept[-1]

    def command(self) -> Command:
        """`/farkle stats`."""
        return Command("farkle", "/farkle stats [NAME]: matches, wins and the best turn of a player", self._farkle)

    def ask(self, changes: ChangeSet, caller: Caller, request: AskStats) -> Stats:
        """A player's sums and bests. Raises Refusal for a name that has never played."""
        player, stats = self._of(changes, caller.player, request.name)
        readable = (match for match in stats.recent if changes.readable(self._records.finished, match))
        recent = tuple(self._told(changes, match) for match in readable)
        return Stats(request.n, stats.name, self._rows(stats), self._bests(changes, player), recent)

    def dice(self, changes: ChangeSet, caller: Caller, request: AskDice) -> MatchDice:
        """All rolls of a match that is over and what they come from. Raises Refusal while it runs."""
        match = changes.read(self._records.finished, request.match)
        if match is None:
            raise Refusal("not_over", "The dice of a match are open to all once it is over.")
        kept = partial(changes.read, pages.STORED_ROLLS)
        told = list(pages.rolls(request.match, match, kept, request.first, ROLLS_PAGE))
        return MatchDice(
            request.n,
            request.match,
            match.players,
            commitment(match.secret),
            tuple(commitment(each) for each in match.contributions),
            match.secret,
            match.contributions,
            tuple(tuple(faces) for faces in told),
            max(0, match.paged + len(match.rolled) - request.first - len(told)),
        )

    def _farkle(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if not words or words[0] != "stats" or len(words) > 2:
            raise Refusal("usage", _USAGE)
        _, stats = self._of(changes, player, words[1] if len(words) == 2 else "")
        told = ", ".join(f"{label.lower()} {value}" for label, value in self._rows(stats))
        return f"{stats.name}: {told}."

    def _of(self, changes: ChangeSet, player: str, name: str) -> tuple[str, StatsRecord]:
        if not name:
            nothing = StatsRecord(self._host.players.name(player))
            return player, changes.read(self._records.stats, _key(Farkle.name, player)) or nothing
        for key, stats in changes.scan(self._records.stats):
            game, _, found = key.partition("/")
            if game == Farkle.name and folded(stats.name) == folded(composed(name)):
                return found, stats
        raise Refusal("unknown_player", f"Nobody called {name[:32]} has finished a match.")

    def _rows(self, stats: StatsRecord) -> tuple[tuple[str, str], ...]:
        return (
            ("Matches", f"{stats.games:,}"),
            ("Wins", f"{stats.wins:,}"),
            ("Runs alone", f"{stats.solo_runs:,}"),
            *Farkle.told_figures(stats.figures),
            ("Items won, less those lost", f"{stats.figures.get(_NET_ITEMS, 0):+,}"),
        )

    def _bests(self, changes: ChangeSet, player: str) -> tuple[tuple[str, int], ...]:
        found = []
        for key, best in changes.scan(self._records.bests):
            game, contest, owner = key.split("/")
            if game == Farkle.name and owner == player:
                found.append((contest, best.turns))
        return tuple(sorted(found)[:BESTS])

    def _told(self, changes: ChangeSet, key: str) -> FinishedMatch:
        match = changes.read(self._records.finished, key)
        assert match is not None
        game = self._records.games.get(match.game)
        return FinishedMatch(
            match=key,
            title=telling.sheet(game, match.rules).title if game is not None else match.game,
            names=tuple(
                name if bot else self._host.players.name(player) or name
                for player, name, bot in zip(match.players, match.names, match.bots, strict=True)
            ),
            scores=match.outcome.scores,
            kind=match.outcome.kind,
            winners=match.outcome.winners,
            how=match.how,
            ended=match.ended // 1000,
        )

    def _count(self, changes: ChangeSet, match: MatchRecord, seat: int, player: str, figures: Figures) -> None:
        key = _key(match.game, player)
        stats = changes.read(self._records.stats, key) or StatsRecord(match.names[seat])
        counts, against = match.how != "dissolved", len(match.players) > 1
        won = match.outcome is not None and seat in match.outcome.winners
        stats = replace(
            stats,
            name=match.names[seat],
            games=stats.games + (counts and against),
            wins=stats.wins + (counts and against and won),
            solo_runs=stats.solo_runs + (counts and not against and won),
            figures=_joined(stats.figures, figures),
            recent=(match.id, *stats.recent)[:RECENT],
        )
        changes.put(self._records.stats, key, stats)

    def _with_best(self, changes: ChangeSet, match: MatchRecord, game: Game) -> MatchRecord:
        outcome, contest = match.outcome, telling.contest(game)
        if outcome is None or len(match.players) > 1 or not outcome.winners or not contest:
            return match
        key = f"{match.game}/{contest}/{match.players[0]}"
        before = changes.read(self._records.bests, key)
        best = min(outcome.turns[0], before.turns) if before is not None else outcome.turns[0]
        changes.put(self._records.bests, key, BestRecord(best))
        return replace(match, best=best)


def _won(match: MatchRecord, seat: int) -> Figures:
    """The items that a seat has won with the pot, less its own that it lost."""
    winner = pot_to(match.outcome) if match.outcome is not None else None
    if winner is None or not match.stakes:
        return {}
    counts = [sum(stack.count for stack in stacks) for stacks in match.stakes]
    return {_NET_ITEMS: sum(counts) - counts[seat] if seat == winner else -counts[seat]}


def _key(game: str, player: str) -> str:
    return f"{game}/{player}"


def _joined(sums: Mapping[str, int], figures: Mapping[str, int]) -> Figures:
    """Sums with a match's figures: the best of what is best, and all else added."""
    return {
        name: max(sums.get(name, 0), figures.get(name, 0))
        if name.startswith("best_")
        else sums.get(name, 0) + figures.get(name, 0)
        for name in {**sums, **figures}
    }
