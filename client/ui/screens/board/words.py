"""Sentences of the board screen that are longer than a label."""

from server.shared.protocol.tabletop import BoardView, Guest

from ...text import duration

_SOON = 60.0
"""Seconds before a clock may be asked for in which the board says so."""


def guest_at(view: BoardView, player: str) -> Guest | None:
    """Whether a player sits here as a guest, and then what they are told of that."""
    return next((guest for guest in view.guests if player and guest.player == player), None)


def resign_cost(view: BoardView, seat: int | None) -> str:
    """What giving up the seat costs, as the server says it."""
    if seat is None:
        return ""
    cost = view.seats[seat].leaving or "You cannot win this match any more."
    return f"If you resign: {cost[0].lower()}{cost[1:]}"


def clock_due(view: BoardView, passed: float) -> bool:
    """Whether the others may ask for a clock now, so many seconds after the view came."""
    return view.asking_in is not None and view.asking_in / 1000 <= passed


def clock_hint(view: BoardView, seat: int | None, passed: float) -> str:
    """What this player is told of a clock that others ask for, or that may be asked for soon; '' when nothing."""
    if view.turn is None or view.asking_in is None:
        return ""
    names = [each.name for each in view.seats if each.player in view.asking]
    mover = view.seats[view.turn.seat].name
    if names and seat == view.turn.seat:
        who = names[0] if len(names) == 1 else f"{len(names)} players"
        return f"{who} asked for a clock. Any move of yours puts it off."
    if seat is None or seat == view.turn.seat:
        return ""
    left = view.asking_in / 1000 - passed
    if left > _SOON:
        return ""
    if left > 0:
        return f"{mover} does nothing. You may ask for a clock in {duration(left)}."
    return f"{mover} does nothing. A clock would time everybody's turns."


def free_line(view: BoardView, passed: float) -> str:
    """When a public table that its people have left is free; '' while it is not left."""
    if view.free_in is None:
        return ""
    return f"Left behind. This table is free in {duration(max(0.0, view.free_in / 1000 - passed))}."


def pause_cost(view: BoardView, *, answers: bool = False) -> str:
    """What taking the board out of a running match does; to who plays in it with others, also what it may cost."""
    kept = "dice, scores, clocks and pot" if any(seat.stakes for seat in view.seats) else "dice, scores and clocks"
    cost = (
        f"This pauses the match. The board carries it: {kept} wait until it is fitted again, here or at any Small Game "
        "Table, and all its players sit down."
    )
    if answers:
        return f"{cost} If that does not happen, the others may end it after some days, and you count as resigned."
    if sum(not seat.bot for seat in view.seats) < 2:
        return cost
    return f"{cost} If that does not happen, whoever of them last owned the board or took it out counts as resigned."
