"""Plays one match for each rule set and clock mode and writes down every event and state, a line each.

The recorded lines stand in `recorded/`. After a change of the rules that is meant, record them again with
`python -m tests.rules.playthroughs`, and read the difference.
"""

from collections.abc import Iterator
from pathlib import Path

from server.rules import RULE_SETS, Match, Roll, RuleSet, events, stream
from server.rules.actions import Action
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from server.rules.events import AnyEvent
from server.rules.strategies import Strategy, thresholds

RECORDED = Path(__file__).with_name("recorded")

CLOCKS: dict[str, Clock] = {
    "idle": Idle(seconds=60),
    "time_bank": TimeBank(seconds=240),
    "match_timer": MatchTimer(seconds=600, turn_seconds=60),
    "turn_clock": TurnClock(seconds=45),
}
PLAYERS: tuple[Strategy, ...] = (
    thresholds("taker", "", (50, 50, 300, 300, 300, 1_000), die_value=0),
    thresholds("keeper", "", (250, 250, 350, 700, 1_500, 4_000), die_value=50),
    thresholds("roller", "", (600, 600, 600, 1_500, 4_000, 10_000), die_value=110),
)
"""Who plays, by seat: by figures of their own, so that a bot which learns to play better changes no recording."""
EACH = [(name, clock) for name in RULE_SETS for clock in CLOCKS]


def path_of(name: str, clock: str) -> Path:
    """Where the playthrough of this rule set and clock mode is recorded."""
    return RECORDED / f"{name}-{clock}.txt"


def lines_of(name: str, clock: str) -> Iterator[str]:
    """The playthrough of this rule set and clock mode."""
    rules = RULE_SETS[name].with_house_rules(clock=CLOCKS[clock], goal=3_000)
    if name == "katie":
        rules = rules.with_variations("rebuttal_rounds")
    if name == "jpgames":
        rules = rules.with_variations("get_on_the_board")
    yield from _play(rules, seed=EACH.index((name, clock)))


def _play(rules: RuleSet, seed: int) -> Iterator[str]:
    """Three players (or as many as may) who think for a while; a pause after 20 steps, an outage after 45."""
    seats = ("ada", "bob", "cleo")[: rules.player_counts[-1]]
    match, now, rolls, step = Match.start(rules, seats, now=0), 0, 0, 0
    yield _state(match)
    while match.phase != "over":
        step += 1
        happened: list[AnyEvent] = []
        if step == 20:
            match, made = match.pause(now)
            happened += made
            now += 100_000
            match, made = match.resume(now)
            happened += made
        now += 300_000 if step == 45 else _thinking(seed, step)
        match, made = match.recover(now) if step == 45 else match.advance(now)
        happened += made
        if match.phase != "over":
            action: Action | type[Roll] = Roll if match.phase in ("opening", "to_roll") else _strategy(match)(match)
            if isinstance(action, type):
                action = Roll(stream.dice(seed, 0, rolls, match.turn.dice_to_roll))
                rolls += 1
            match, made = match.act(match.turn.seat, action, now)
            happened += made
        yield from map(_event, happened)
        yield _state(match)


def _thinking(seed: int, step: int) -> int:
    """Milliseconds that a player takes: a few seconds, and now and then more than a minute."""
    first, second, third = stream.dice(seed, 1, step, 3)
    return first * 1_000 + second * 100 + third * 10 + (60_000 if first == second == 6 else 0)


def _strategy(match: Match) -> Strategy:
    return PLAYERS[match.turn.seat]


def _event(event: AnyEvent) -> str:
    plain = events.to_dict(event)
    at, kind = plain.pop("at"), plain.pop("event")
    return f"{at:>8}  {kind}  " + "  ".join(f"{name} {_told(value)}" for name, value in plain.items())


def _state(match: Match) -> str:
    turn, scores = match.turn, "/".join(str(score) for score in match.scores)
    left = "" if match.result is None else f"  winners {_told(list(match.result.winners))}"
    return (
        f"       =  {match.phase}  seat {turn.seat}  points {turn.points}  dice {turn.dice_to_roll}  scores {scores}  "
        f"deadline {match.deadline}  step {match.step}{left}"
    )


def _told(value: object) -> str:
    match value:
        case [str(label), dice, points]:
            return f"{label} {_told(dice)} {points}"
        case [[*_], *_]:
            return ", ".join(_told(group) for group in value)
        case []:
            return "none"
        case [*_]:
            return "-".join(str(number) for number in value)
        case _:
            return str(value)


if __name__ == "__main__":
    RECORDED.mkdir(exist_ok=True)
    for name, clock in EACH:
        path_of(name, clock).write_text("".join(f"{line}\n" for line in lines_of(name, clock)))
