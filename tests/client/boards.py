"""Views of boards as a server would send them, for tests of what is shown and chosen."""

from typing import Any

from msgspec.structs import replace

from server.shared.protocol.tabletop import Action, BoardView, Group, Option, ResultView, SeatView, TurnView

CHANCES = (0.0, 0.6667, 0.4444, 0.2778, 0.1574, 0.0772, 0.0231)
RULES = ("Roll all six dice.", "Keep at least one scoring die of every roll.", "Roll on, or bank what you have.")
SCORING = (("single 1", "100"), ("single 5", "50"), ("three of another face", "100 × face"), ("two triplets", "2,500"))


def seat(side: int, player: str = "", name: str = "", **facts: Any) -> SeatView:
    """A seat; free unless a player is given."""
    usual: dict[str, Any] = {
        "chair": True,
        "seated": bool(player),
        "online": bool(player),
        "ready": False,
        "score": 0,
        "entered": False,
        "eligible": True,
        "last": None,
        "wins": 0,
    }
    return SeatView(side=side, player=player, name=name, **(usual | facts))


def _view(**facts: Any) -> BoardView:
    usual: dict[str, Any] = {
        "title": "Farkle Board",
        "rules": RULES,
        "goal": 10_000,
        "entry": 500,
        "match": "",
        "step": 0,
        "phase": "lobby",
        "status": "Sit down on a chair to play.",
        "seats": (),
        "starter": 0,
        "turn": None,
        "options": (),
        "actions": (),
        "bank_from": 500,
        "farkle_chance": CHANCES,
        "final_round": False,
        "deadline": None,
        "result": None,
        "log": (),
        "owner": "p-ada",
        "scoring": SCORING,
    }
    return BoardView(**(usual | facts))


def a_lobby(others: int = 0) -> BoardView:
    """Ada at the south side, and up to three others."""
    names = (("p-bob", "Bartholomew_1234"), ("p-cy", "Cy"), ("p-di", "Di"))[:others]
    seats = [seat(0), seat(1, chair=False), seat(2, "p-ada", "Ada"), seat(3)]
    for side, (player, name) in zip((0, 1, 3), names, strict=False):
        seats[side] = seat(side, player, name, ready=True, wins=2)
    return _view(seats=tuple(seats), status="Waits for a second player to sit down here.")


def a_match(phase: str = "to_roll", turn: int = 0, players: int = 2) -> BoardView:
    """A match of Ada with others, before a roll."""
    names = (("p-ada", "Ada"), ("p-bob", "Bartholomew_1234"), ("p-cy", "Cy"), ("p-di", "Di"))[:players]
    sides = (2, 0, 1, 3)
    seats = tuple(
        seat(side, player, name, score=4_350, entered=True, last=600)
        for side, (player, name) in zip(sides, names, strict=False)
    )
    return _view(
        match="m-1",
        step=4,
        phase=phase,
        status=f"{names[turn][1]} is to roll.",
        seats=seats,
        turn=TurnView(seat=turn, points=0, roll=(), kept=(), groups=(), dice_to_roll=6),
        actions=(
            Action("roll", True),
            Action("keep", False, "Roll the dice first."),
            Action("bank", False, "There is nothing to bank yet."),
        ),
        bank_from=1,
        log=("Ada starts.", "Ada is to roll."),
    )


def a_roll(turn: int = 0, at_risk: int = 0, bank_from: int = 1) -> BoardView:
    """The roll 1 5 5 2 3 3 with its legal selections, to keep."""
    one, five = Group("single 1", (0,), 100), Group("single 5", (1,), 50)
    other = Group("single 5", (2,), 50)
    parts = {(0,): (one,), (1,): (five,), (2,): (other,), (0, 1): (one, five), (0, 2): (one, other)}
    parts |= {(1, 2): (five, other), (0, 1, 2): (one, five, other)}
    options = tuple(
        Option(dice, sum(group.points for group in groups), groups, 6 - len(dice)) for dice, groups in parts.items()
    )
    view = a_match("to_keep", turn)
    return replace(
        view,
        step=5,
        turn=TurnView(seat=turn, points=at_risk, roll=(1, 5, 5, 2, 3, 3), kept=(), groups=(), dice_to_roll=6),
        options=options,
        bank_from=bank_from,
    )


def a_result(players: int = 2) -> BoardView:
    """Ada has won."""
    view = a_match("result", players=players)
    scores = (10_150, 5_850, 5_400, 3_500)[:players]
    seats = tuple(replace(each, score=score) for each, score in zip(view.seats, scores, strict=True))
    history = tuple(tuple(score * turn // 12 for score in scores) for turn in range(1, 13))
    result = ResultView(kind="win", winners=(0,), text="Ada wins with 10,150.", history=history)
    return replace(view, seats=seats, turn=None, actions=(), result=result, status=result.text)


def a_pause(players: int = 2) -> BoardView:
    """A match that waits for its players, one of whom would dissolve it."""
    return replace(
        a_match("paused", players=players),
        status="The match is paused.",
        dissolving=("p-bob",),
        end_in=90_000,
        actions=(),
    )
