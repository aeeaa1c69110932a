"""Who would play if a match at a table started now, and why it cannot. Values only; nothing is changed here."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .furniture import SIDES
from .game import Game, Rules

_SIDES = len(SIDES)


class Who(NamedTuple):
    """Who has a seat: id, name, and the strategy of a bot; all '' for nobody."""

    player: str = ""
    name: str = ""
    bot: str = ""


class Company(NamedTuple):
    """Seats to be, clockwise from the north: sides, player ids, names, and strategies ('' for people)."""

    sides: tuple[int, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]

    @property
    def people(self) -> frozenset[str]:
        """The players who are no bots."""
        return frozenset(player for player, bot in zip(self.players, self.bots, strict=True) if not bot)

    def at(self, side: int) -> Who:
        """Who has the seat at a side."""
        if side not in self.sides:
            return Who()
        seat = self.sides.index(side)
        return Who(self.players[seat], self.names[seat], self.bots[seat])


def gather(
    seated: Mapping[int, str],
    bots: Sequence[str],
    game: type[Game],
    rules: Rules,
    name: Callable[[str], str],
    stand_in: str = "",
) -> Company:
    """People on their chairs and bots (strategies by side) on sides where nobody sits.

    A bot comes by itself to whoever is alone under rules that nobody may play so, with the strategy `stand_in` or else
    the game's first."""
    strategies = {side: bot for side, bot in enumerate(bots) if bot and side not in seated}
    if len(seated) == 1 and not strategies and game.bots and game.fills(rules):
        strategies = {(next(iter(seated)) + _SIDES // 2) % _SIDES: stand_in or game.bots[0].value}
    sides, called = tuple(sorted({*seated, *strategies})), bot_names(game, strategies)
    return Company(
        sides,
        tuple(seated.get(side, bot_id(side)) for side in sides),
        tuple(name(seated[side]) if side in seated else called[side] for side in sides),
        tuple("" if side in seated else strategies[side] for side in sides),
    )


def bot_id(side: int) -> str:
    """The player id of the bot at a side."""
    return f"bot:{side + 1}"


def bot_names(game: type[Game], strategies: Mapping[int, str]) -> dict[int, str]:
    """What the bots at these sides are called: 'Gentle bot', and a second one of them 'Gentle bot 2'."""
    labels = {choice.value: choice.label for choice in game.bots}
    names: dict[int, str] = {}
    for side, strategy in sorted(strategies.items()):
        name = f"{labels.get(strategy, strategy)} bot"
        before = sum(strategies[other] == strategy for other in names)
        names[side] = f"{name} {before + 1}" if before else name
    return names


def why_no_start(company: Company, counts: Sequence[int], chairs: int) -> str:
    """Why ready marks cannot start a match of this company under rules for so many seats; '' when they can."""
    seats, several = len(company.players), [count for count in counts if count > 1]
    if not company.people:
        return "Sit down on a chair to play." if chairs else "Put a chair of the table's wood beside it, facing it."
    if seats in several:
        return ""
    if not several:
        return "These rules are for one player alone."
    if seats == 1 and min(several) == 2:
        return "Waits for a second player to sit down here" + ("; or play alone." if 1 in counts else ".")
    return _too(counts, seats)


def why_it_stays(company: Company, game: type[Game], rules: Rules) -> str:
    """Why the company's only bot cannot be taken away; '' when any can."""
    if len(company.people) != 1 or len(company.players) != len(company.people) + 1 or not game.fills(rules):
        return ""
    return f"These rules need {min(game.player_counts(rules))} players: a bot fills the seat until somebody sits down."


def why_not_alone(company: Company, counts: Sequence[int]) -> str:
    """Why the seated player may not start alone or against the bots only; '' when they may."""
    if len(company.people) != 1:
        return "Only a player who sits here alone may start so."
    return "" if len(company.players) in counts else _too(counts, len(company.players))


def rearranged(players: Sequence[str], sides: Sequence[int], seated: Mapping[int, str]) -> tuple[int, ...]:
    """The sides of a match's seats once its people have sat down anywhere: who sits is where they sit, the others
    stay where they were while nobody sits there, else on a free side."""
    at = {player: side for side, player in seated.items()}
    taken = {at[player] for player in players if player in at}
    after = []
    for player, side in zip(players, sides, strict=True):
        if player in at:
            side = at[player]
        elif side in taken:
            side = next(
                free for free in range(_SIDES) if (free not in taken and free not in sides) or free not in taken
            )
        taken.add(side)
        after.append(side)
    return tuple(after)


def _too(counts: Sequence[int], seats: int) -> str:
    *most, last = (str(count) for count in counts)
    wanted = f"{', '.join(most)} or {last}" if most else last
    return f"These rules are for {wanted} players; here {'is 1' if seats == 1 else f'are {seats}'}."
