"""What everybody near may know of a table's stakes and of where its dice come from, laid over the view of the rest."""

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos
from ..shared.fair_dice import commitment
from ..shared.protocol.tabletop import Action, BoardView, FairView, ResultView, SeatView
from .records import MatchRecord, Records, TableRecord
from .stakes import Stakes, pot_to
from .starting import Starting, StartRecord
from .wording import listed


class Publishing:
    """Adds stakes and dice to views. Secrets and contributions go out only with a result."""

    def __init__(self, records: Records, stakes: Stakes, starting: Starting) -> None:
        self._records = records
        self._stakes = stakes
        self._starting = starting

    def over(self, changes: ChangeSet, table: Pos, view: BoardView) -> BoardView:
        """The view of a table with what is staked and what is published of its dice."""
        record = self._records.table(changes, table)
        match = self._records.match_at(changes, table)
        if match is not None and not match.over:
            return replace(view, seats=_in_play(view.seats, match), fair=_fair(match))
        return self._between(changes, table, record, match, view)

    def _between(
        self, changes: ChangeSet, table: Pos, record: TableRecord, match: MatchRecord | None, view: BoardView
    ) -> BoardView:
        """Before a match, or after a result and before the next one."""
        pot, start = self._stakes.number(changes, table, record), self._starting.under_way(changes, table)
        refusal, awaited = self._stakes.refusal(changes, table), self._starting.awaited(changes, table)
        seats = tuple(
            replace(seat, stakes=self._stakes.of(changes, table, seat.player), agreed=seat.player in record.agreed)
            if seat.player and not seat.bot
            else seat
            for seat in view.seats
        )
        return replace(
            view,
            seats=seats,
            pot=pot,
            staking=Action("stake", refusal is None, refusal.text if refusal is not None else ""),
            starting=None if start is None else max(0, start.until - changes.now),
            status=view.status if match is not None else _status(view.status, pot, seats, start, awaited),
            fair=_fair(match) if match is not None else None,
            result=_with_pot(view.result, match) if match is not None else view.result,
        )


def _in_play(seats: tuple[SeatView, ...], match: MatchRecord) -> tuple[SeatView, ...]:
    if not match.stakes:
        return seats
    return tuple(
        replace(seat, stakes=stakes, leaving=f"{seat.leaving} Your stake stays in the pot." if seat.leaving else "")
        for seat, stakes in zip(seats, match.stakes, strict=True)
    )


def _status(
    status: str, pot: int, seats: tuple[SeatView, ...], start: StartRecord | None, awaited: tuple[str, ...]
) -> str:
    if start is not None:
        return "Everybody is ready: the match begins…"
    late = [seat.name for seat in seats if seat.player in awaited]
    if late:
        return f"Nothing started. Waiting for {listed(late)} to add to the dice once more."
    missing = [seat.name for seat in seats if seat.player and not seat.bot and not seat.agreed]
    playing = [seat for seat in seats if seat.player]
    against_bots = any(seat.bot for seat in playing)
    if pot and missing and not against_bots and len(playing) > 1 and all(seat.ready for seat in playing):
        return f"Waiting for {listed(missing)} to agree to the pot."
    return status


def _fair(match: MatchRecord) -> FairView:
    return FairView(
        seal=commitment(match.secret),
        commitments=tuple(commitment(each) for each in match.contributions),
        rolls=match.rolls,
        aborted=match.aborted,
        secret=match.secret if match.over else b"",
        contributions=match.contributions if match.over else (),
    )


def _with_pot(result: ResultView | None, match: MatchRecord) -> ResultView | None:
    if result is None or match.outcome is None or not match.stakes:
        return result
    return replace(result, pot=match.stakes, pot_to=pot_to(match.outcome))
