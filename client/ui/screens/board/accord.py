"""What a player agreed to before a match, and what has changed since: told in words, for people compare no numbers."""

from client.model.tables import seat_of
from server.shared.inventory.stack import Stack
from server.shared.protocol.tabletop import BoardView

ANEW = "Any change of stakes, players or rules asks everybody to agree anew."


def why_again(before: BoardView | None, view: BoardView, player: str) -> str:
    """Why this player has to agree once more, as a sentence; '' while they agree, or never have."""
    seat = seat_of(view, player)
    if before is None or not view.pot or seat is None or view.seats[seat].agreed:
        return ""
    if before.pot == view.pot:
        return ""
    return f"{_what_changed(before, view, player)} Look again before you agree."


def _what_changed(before: BoardView, view: BoardView, player: str) -> str:
    then, now = _stakes(before), _stakes(view)
    names = {seat.player: seat.name for seat in view.seats}
    if then.keys() != now.keys():
        return "Other players sit here now."
    changed = [each for each in now if now[each] != then[each]]
    if changed == [player]:
        return "You changed your stake."
    others = [names[each] for each in changed if each != player]
    if others:
        return f"{' and '.join(others)} changed {'their stake' if len(others) == 1 else 'their stakes'}."
    if before.rules != view.rules:
        return "The rules changed."
    return "The stakes changed and changed back."


def _stakes(view: BoardView) -> dict[str, tuple[Stack, ...]]:
    return {seat.player: seat.stakes for seat in view.seats if seat.player and not seat.bot}
