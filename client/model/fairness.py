"""What this client adds to the dice, what it has seen of them, and whether a match that is over follows from both.

It proves that nobody chose the dice, as long as one player's bytes were unknown to the others; whoever runs the server
could still have foreseen them.
"""

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from server.shared.fair_dice import broken_promise, commitment, first_false
from server.shared.protocol.message import Request
from server.shared.protocol.tabletop import AskReveal, Board, MatchDice, PlayAlone, Ready

_KEPT: Final = 32
"""Commitments and matches that are remembered, the newest."""
_ROLLS: Final = ("rolled", "opening_roll")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a match's dice follow, in a sentence; how many rolls it had, and how many of them were seen here."""

    fair: bool
    text: str
    rolls: int
    seen: int


@dataclass(slots=True)
class _Match:
    """What is remembered of a match: what was published before its first roll, this client's bytes, rolls by number."""

    asked: AskReveal | None = None
    own: bytes = b""
    rolls: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Fairness:
    """One player's part in the dice, over all matches and sessions of a run of the program."""

    def __init__(self) -> None:
        self._hidden: OrderedDict[bytes, bytes] = OrderedDict()
        self._matches: OrderedDict[str, _Match] = OrderedDict()

    # ------------------------------------------------------------------ before the first roll

    def sealed(self, request: Request) -> Request:
        """The request with a fresh commitment, if it is a ready mark or starts a match alone."""
        if not isinstance(request, Ready | PlayAlone) or request.commitment:
            return request
        if isinstance(request, Ready) and not request.ready:
            return request
        value = secrets.token_bytes(32)
        self._hidden[commitment(value)] = value
        _forget_oldest(self._hidden)
        return replace(request, commitment=commitment(value))

    def contribution(self, asked: AskReveal, player: str) -> bytes | None:
        """The bytes to reveal, once; None when what was published in this player's place is not this client's."""
        published = dict(zip(asked.players, asked.commitments, strict=False)).get(player, b"")
        value = self._hidden.pop(published, None)
        if value is not None:
            match = self._match(asked.match)
            match.asked, match.own = asked, value
        return value

    # ------------------------------------------------------------------ while it is played

    def see(self, board: Board) -> None:
        """Remember the rolls that a message shows, by their number."""
        if board.view is None or board.view.fair is None:
            return
        faces = [event.dice for event in board.events if event.kind in _ROLLS]
        if faces:
            first = board.view.fair.rolls - len(faces)
            self._match(board.view.match).rolls.update(enumerate(faces, first))

    # ------------------------------------------------------------------ after the result

    def verdict(self, dice: MatchDice, player: str) -> Verdict:
        """Recompute every die of a match, and hold it to what was published and seen before."""
        match = self._matches.get(dice.match, _Match())
        wrong = next(self._wrongs(dice, match, player), "")
        again = "computed again from what was sealed before the first"
        text = wrong or f"All {len(dice.rolls)} rolls come out the same when they are {again}."
        return Verdict(not wrong, text, len(dice.rolls), len(match.rolls))

    def _wrongs(self, dice: MatchDice, match: _Match, player: str) -> Iterator[str]:
        asked = match.asked
        if asked is not None:
            if (asked.seal, asked.commitments, asked.players) != (dice.seal, dice.commitments, dice.players):
                yield "The server shows other seals now than before the first roll."
            elif dict(zip(dice.players, dice.contributions, strict=False)).get(player) != match.own:
                yield "What your program added to the dice was left out."
        promise = broken_promise(dice.seal, dice.secret, dice.commitments, dice.contributions)
        if promise is not None:
            whose = "the server" if promise < 0 else f"the player of seat {promise + 1}"
            yield f"What {whose} opened is not what was sealed."
        if not any(dice.contributions):
            yield "No player added anything to these dice, so the server could have chosen them."
        false = first_false(dice.secret, dice.match, dice.contributions, dice.rolls)
        if false is not None:
            yield f"The dice come out differently: {false}."
        for number, faces in sorted(match.rolls.items()):
            if number >= len(dice.rolls) or dice.rolls[number] != faces:
                yield f"Roll {number + 1} showed {' '.join(map(str, faces))} here, and the server says otherwise now."

    def _match(self, match: str) -> _Match:
        found = self._matches.setdefault(match, _Match())
        self._matches.move_to_end(match)
        _forget_oldest(self._matches)
        return found


def _forget_oldest(remembered: OrderedDict[Any, Any]) -> None:
    while len(remembered) > _KEPT:
        remembered.popitem(last=False)
