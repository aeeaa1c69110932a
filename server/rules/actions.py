"""What a seat may do. The dice of a Roll are given by the host: the rules have no chance of their own."""

from msgspec import Struct


class Roll(Struct, frozen=True):
    """Throw the dice that are not kept; these are the faces they show. In the opening, one die."""

    dice: tuple[int, ...]


class Keep(Struct, frozen=True):
    """Set dice of the last roll aside, by their positions in it, from 0."""

    positions: tuple[int, ...]


class Bank(Struct, frozen=True):
    """End the turn and add the turn total to the banked score."""


Action = Roll | Keep | Bank
