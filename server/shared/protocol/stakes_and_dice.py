"""What players stake, and what they add to the dice, before a match; and the dice of one that is over."""

from typing import Annotated

from msgspec import Meta

from . import limits
from .message import AtMost, BlockPos, Bytes32, Count, Message, Number, Request, ShortText, Word
from .table_view import BySeat, Bytes, Faces

Commitment = Annotated[bytes, Meta(max_length=32)]
"""The SHA-256 of 32 fresh random bytes that a client adds to the dice of the coming match; empty for none."""


class OpenStakes(Request, frozen=True, tag="open_stakes"):
    """A seated player opens the nine slots of their stake, a window of the kind `stakes`."""

    table: BlockPos


class Agree(Request, frozen=True, tag="agree"):
    """Agree to the pot of this number, or no longer. Another number than the present one is refused as `stale`."""

    table: BlockPos
    pot: Count
    agree: bool = True


class AskReveal(Message, frozen=True, tag="ask_reveal"):
    """Everybody at a table is ready: the server publishes its seal and all commitments by seat, b'' for bots, and asks
    for the bytes behind this player's, to be sent as Reveal within `ms`. The match will have this id."""

    table: BlockPos
    match: ShortText
    seal: Bytes32
    players: BySeat[Word]
    commitments: BySeat[Bytes]
    ms: Number


class Reveal(Request, frozen=True, tag="reveal"):
    """The 32 bytes behind this player's commitment."""

    match: ShortText
    contribution: Bytes32


class AskCommitment(Message, frozen=True, tag="ask_commitment"):
    """A start came to nothing and this player is still ready, for the lobby of this revision: the mark needs a fresh
    commitment, as a new Ready that names it."""

    table: BlockPos
    revision: Count


class AskDice(Request, frozen=True, tag="ask_dice"):
    """All rolls of a match that is over, with what they come from. Answered by MatchDice."""

    match: ShortText
    first: Number = 0
    """The first roll to be told, from 0."""


class MatchDice(Message, frozen=True, tag="match_dice"):
    """Answers AskDice. By seat: players, commitments and contributions (b'' for bots). `rolls` are the faces of the
    rolls from the first that was asked for, a page of them in order, and `left` those to be asked for after these;
    server.shared.fair_dice says how each follows from secret, match and contributions."""

    n: Number
    match: Word
    players: BySeat[Word]
    seal: Bytes
    commitments: BySeat[Bytes]
    secret: Bytes
    contributions: BySeat[Bytes]
    rolls: Annotated[tuple[Faces, ...], AtMost(limits.ROLLS_PAGE)]
    left: Number = 0
