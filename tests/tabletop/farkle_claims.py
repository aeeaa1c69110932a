"""What the words of a match of Farkle claim, held against the match: narration, status and the cost of leaving."""

import re
from collections.abc import Callable

from server.shared.protocol.tabletop import BoardEvent
from server.tabletop.farkle import Farkle

_NAME = r"(?P<name>\w+)"
_NAMES = r"(?P<names>[\w, ]+)"
_POINTS = r"(?P<points>-?[\d,]+)"

Claim = Callable[[re.Match[str], Farkle], bool]


def _seat(found: re.Match[str], game: Farkle) -> int:
    return [seat.name for seat in game.match.seats].index(found["name"])


def _seats(found: re.Match[str], game: Farkle) -> set[int]:
    names = re.split(r", | and ", found["names"])
    return {[seat.name for seat in game.match.seats].index(name) for name in names}


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _scores(found: re.Match[str], game: Farkle) -> bool:
    return game.scores[_seat(found, game)] == _number(found["points"])


def _plays_last(found: re.Match[str], game: Farkle) -> bool:
    """These seats are just those who play one more turn: the one that is to move now, and those who follow."""
    last = game.match.last_turns
    return last is not None and _seats(found, game) == {game.match.turn.seat, *last.pending}


def _follows(found: re.Match[str], game: Farkle) -> bool:
    last = game.match.last_turns
    return last is not None and _seats(found, game) == set(last.pending)


def _won(found: re.Match[str], game: Farkle) -> bool:
    winner = _seat(found, game)
    return game.outcome is not None and game.outcome.winners == (winner,) and _scores(found, game)


def _shared(found: re.Match[str], game: Farkle) -> bool:
    outcome, winners = game.outcome, _seats(found, game)
    return outcome is not None and set(outcome.winners) == winners and _level(found, game, winners)


def _drawn(found: re.Match[str], game: Farkle) -> bool:
    best = max(game.scores[seat] for seat in game.match.can_win)
    level = {seat for seat in game.match.can_win if game.scores[seat] == best}
    outcome = game.outcome
    return outcome is not None and outcome.winners == () and len(level) > 1 and _level(found, game, level)


def _level(found: re.Match[str], game: Farkle, seats: set[int]) -> bool:
    return {game.scores[seat] for seat in seats} == {_number(found["points"])}


def _run(found: re.Match[str], game: Farkle) -> bool:
    turns = _number(found["turns"])
    noun = "turn" if turns == 1 else "turns"
    return game.outcome is not None and game.outcome.turns == (turns,) and found["noun"] == noun


def _over(found: re.Match[str], game: Farkle) -> bool:
    return game.outcome is not None


def _running(found: re.Match[str], game: Farkle) -> bool:
    return game.outcome is None


_ENDINGS: dict[str, Claim] = {
    rf"{_NAME} wins with {_POINTS}\.": _won,
    rf"{_NAMES} share the win with {_POINTS}\.": _shared,
    rf"A draw at {_POINTS}: nobody wins\.": _drawn,
    r"The match ended without a winner\.": lambda found, game: _over(found, game) and not game.match.can_win,
    rf"{_NAME} reaches the goal in (?P<turns>[\d,]+) (?P<noun>turns?)\.": lambda found, game: (
        _run(found, game) and game.scores[0] >= (game.match.rules.goal or 10**9)
    ),
    rf"{_NAME}'s run ends with {_POINTS} points after (?P<turns>[\d,]+) (?P<noun>turns?)\.": lambda found, game: (
        _run(found, game) and _scores(found, game) and game.match.rules.goal is None
    ),
    rf"{_NAME}'s run ends with {_POINTS} points and counts for nothing\.": lambda found, game: (
        _scores(found, game) and game.outcome is not None and game.outcome.kind == "none"
    ),
}

_TOLD: dict[str, dict[str, Claim]] = {
    "started": {rf"{_NAME} starts\.": lambda found, game: game.match.starter == _seat(found, game)},
    "banked": {
        rf"{_NAME} banks {_POINTS} and stands at (?P<score>-?[\d,]+)\.": lambda found, game: (
            game.scores[_seat(found, game)] == _number(found["score"])
        ),
        rf"{_NAME} banks {_POINTS}, which is below (?P<entry>[\d,]+) and counts nothing\.": lambda found, game: (
            _number(found["points"]) < _number(found["entry"]) == game.match.rules.entry
            and not game.match.seats[_seat(found, game)].entered
        ),
    },
    "penalised": {
        rf"{_NAME}'s farkles in a row cost (?P<cost>[\d,]+), which leaves {_POINTS}\.": lambda found, game: (
            _scores(found, game) and game.match.seats[_seat(found, game)].farkles_in_a_row == 0
        )
    },
    "entered": {
        rf"{_NAME} has made the first {_POINTS}: from now on every bank counts\.": lambda found, game: (
            game.match.seats[_seat(found, game)].entered and game.match.rules.entry == _number(found["points"])
        )
    },
    "final_round": {
        rf"{_NAME} reaches {_POINTS} and nobody else has time left\.": lambda found, game: (
            _scores(found, game) and _over(found, game)
        ),
        rf"{_NAME} reaches {_POINTS}\. {_NAMES} (has|have) one last turn\.": lambda found, game: (
            _scores(found, game) and _plays_last(found, game)
        ),
        rf"{_NAME} leads with {_POINTS} and nobody else has time left to answer\.": lambda found, game: (
            _scores(found, game) and _over(found, game)
        ),
        rf"{_NAME} leads with {_POINTS}: {_NAMES} may answer\.": lambda found, game: (
            _scores(found, game) and _plays_last(found, game)
        ),
    },
    "removed": {
        rf"{_NAME} [\w ]+\.": lambda found, game: game.match.seats[_seat(found, game)].left is not None,
    },
    "ended": _ENDINGS,
}
"""By kind of event, every sentence it may have, with what is so in the match right after a step that tells it."""

_STATUS: dict[str, Claim] = {
    rf"{_NAME} (is to roll|chooses dice to keep|rolls on or banks)\.": lambda found, game: (
        game.to_move == _seat(found, game)
    ),
    r"The match is paused\.": lambda found, game: game.match.phase == "paused",
}
_ADDED: dict[str, Claim] = {
    r" It is (the final round|a rebuttal round|the last round)\.": lambda found, game: (
        game.match.last_turns is not None
        and found[1]
        .split()[1]
        .startswith({"final_round": "final", "rebuttal": "rebuttal", "lap": "last"}[game.match.last_turns.kind])
    ),
    r" The turn's clock stands until then: nobody waits\.": lambda found, game: game.match.deadlines.turn is None,
}


def told(event: BoardEvent, game: Farkle) -> None:
    """What an event claims is so in the match after the step that told it."""
    assert re.fullmatch(r"[A-Z].*[.!]", event.text), event
    claims = _TOLD.get(event.kind)
    if claims is not None:
        _holds(event.text, claims, game)


def status(text: str, game: Farkle) -> None:
    """What the status claims is so."""
    if game.outcome is not None:
        _holds(text, _ENDINGS, game)
        return
    match = game.match
    for pattern, claim in _ADDED.items():
        found = re.search(pattern, text)
        if found is not None:
            assert claim(found, game), (text, match)
            text = text.replace(found[0], "")
    _holds(text, _STATUS, game)


def leaving(text: str, seat: int, game: Farkle) -> None:
    """What leaving is said to cost is what it costs."""
    match = game.match
    after, _ = match.remove(seat, "resigned", match.time)
    wins = re.search(r"(\w+) wins at once\.$", text)
    if match.solo:
        assert text == f"Your run ends here with {match.scores[0]:,} points and counts for nothing."
        assert after.result is not None
        assert after.result.kind == "none"
    elif wins is not None:
        assert after.result is not None
        assert [after.seats[winner].name for winner in after.result.winners] == [wins[1]]
    elif "the match ends" in text:
        assert after.result is not None or all(other.bot or other.left for other in after.seats)
    else:
        assert re.search(r"(\w+ plays|the others play) on without you\.$", text), text
        assert ("the others" in text) == (len(after.eligible) > 1)
        assert after.result is None
    at_risk = match.turn.points if match.turn.seat == seat else 0
    assert (f"unbanked {at_risk:,} points are lost" in text) == (at_risk > 0 and not match.solo)


def _holds(text: str, claims: dict[str, Claim], game: Farkle) -> None:
    for pattern, claim in claims.items():
        found = re.fullmatch(pattern, text)
        if found is not None:
            assert claim(found, game), (text, game.match)
            return
    raise AssertionError(f"no claim is known for {text!r}")
