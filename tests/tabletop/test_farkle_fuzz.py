"""Whole matches through the table's game class, by players who do whatever comes to their minds.

At every moment all that a table asks of a match is asked: its view, words, sheet, form, figures and record. Nothing of
it may fail, and what it says must be so.
"""

import random
from typing import Any, get_args

import msgspec
import pytest

from server.engine.changes import Refusal
from server.rules import RULE_SETS, Bank, Keep, Match, Roll, events
from server.rules.clocks import CLOCKS
from server.rules.house_rules import Ending, Tie
from server.shared.protocol.tabletop import Setting, SettingValue
from server.tabletop.farkle import Farkle
from server.tabletop.game import Rules, Step
from tests.tabletop import farkle_claims as claims

MATCHES = 30
"""Matches under each rule set, with each clock in turn."""
MOST_STEPS = 90
AWAKE, ASLEEP = (0, 0, 1), (0, 0, 1, 1, 5, 21, 70, 400)
"""Seconds that pass before somebody does something."""
NAMES = ("Ada", "Bob", "Cy", "Dee")
SECOND = 1_000
THEN: dict[str, type[Roll] | type[Bank]] = {"roll": Roll, "bank": Bank}


class Player:
    """Plays one match at random from a seed, and looks at everything after each step."""

    def __init__(self, rule_set: str, number: int) -> None:
        self.chance = random.Random(f"{rule_set} {number}")
        self.rules = self.some_rules(rule_set, ("none", *CLOCKS)[number % 5])
        counts = Farkle.player_counts(self.rules)
        self.names = NAMES[: counts[number % len(counts)]]
        seats = range(len(self.names))
        self.bots = tuple(seat for seat in seats if seat and self.chance.random() < 0.2)
        self.sleepers = [seat for seat in seats if seat and number % 2 and self.chance.random() < 0.8]
        self.waits = AWAKE if self.sleepers else ASLEEP
        self.now, self.log = 0, list[dict[str, Any]]()
        self.starter = self.chance.choice(seats)
        self.game: Farkle
        self.take(Farkle.start(self.rules, self.names, self.now, self.starter, self.dice))

    def some_rules(self, rule_set: str, clock: str) -> Rules:
        rules: Rules = {}
        for name, value in (("rule_set", rule_set), ("goal", self.chance.choice((500, 1_000, 2_000)))):
            rules = self.with_setting(rules, name, value)
        ending, tie = self.chance.choice(get_args(Ending)), self.chance.choice(get_args(Tie))
        usual = (("entry", 0), ("clock", clock), ("clock.seconds", 60), ("clock.turn_seconds", 20))
        for name, value in (*usual, ("ending", ending), ("tie", tie)):
            if self.chance.random() < 0.8:
                rules = self.with_setting(rules, name, value)
        for _ in range(self.chance.randrange(5)):
            setting = self.chance.choice([one for one in Farkle.form(rules) if one.name not in ("rule_set", "entry")])
            rules = self.with_setting(rules, setting.name, self.some_value(setting))
        return rules

    def with_setting(self, rules: Rules, name: str, value: SettingValue) -> Rules:
        try:
            return Farkle.changed(rules, name, value)
        except Refusal:
            return rules

    def some_value(self, setting: Setting) -> SettingValue:
        if setting.kind == "switch":
            return self.chance.random() < 0.5
        if setting.kind == "choice":
            return self.chance.choice(setting.choices).value
        least, most = setting.least, min(setting.most, setting.least + 20 * setting.step)
        number = self.chance.randrange(least, most + 1, setting.step)
        return None if setting.none and self.chance.random() < 0.3 else number

    def dice(self, count: int) -> tuple[int, ...]:
        """Dice with a mood: at times they score nothing, or a great deal."""
        mood = self.chance.random()
        if mood < 0.25:
            return (2, 2, 3, 3, 4, 6)[:count]
        return tuple(self.chance.choice((1, 5) if mood < 0.5 else (1, 2, 3, 4, 5, 6)) for _ in range(count))

    # ------------------------------------------------------------------ what it does

    def play(self) -> None:
        """Do things until the match is over, or for long enough; then let everybody leave."""
        for _ in range(MOST_STEPS):
            if self.game.outcome is not None:
                break
            self.do_something()
        while self.game.outcome is None:
            seat = next(seat for seat, state in enumerate(self.game.match.seats) if state.left is None)
            self.take(self.game.remove(seat, "resigned", self.now))

    def do_something(self) -> None:
        what = self.chance.random()
        self.now += SECOND * self.chance.choice(ASLEEP if self.game.to_move in self.sleepers else self.waits)
        if self.game.match.phase == "paused":
            self.take(self.game.resume(self.now))
        elif what < 0.05:
            self.take(self.game.recover(self.now))
        elif what < 0.08:
            self.pause()
        elif what < 0.11:
            self.leave()
        elif what < 0.13:
            self.start_clock()
        else:
            self.take(self.game.advance(self.now))
            self.act()

    def pause(self) -> None:
        self.take(self.game.advance(self.now))
        if self.game.outcome is None:
            self.take(self.game.pause(self.now))

    def leave(self) -> None:
        self.take(self.game.advance(self.now))
        staying = [seat for seat, state in enumerate(self.game.match.seats) if state.left is None]
        if self.game.outcome is None:
            reason = self.chance.choice(("resigned", "voted", "stuck", "anything"))
            self.take(self.game.remove(self.chance.choice(staying), reason, self.now))

    def start_clock(self) -> None:
        self.take(self.game.advance(self.now))
        if self.game.match.clock.seconds is None and self.game.outcome is None:
            self.take(self.game.start_clock(self.now))

    def act(self) -> None:
        """Something that the view says is allowed, by whoever is to move."""
        if self.game.outcome is not None:
            return
        assert self.game.to_move is not None
        view = self.game.view(self.now)
        allowed = [action.name for action in view.actions if action.allowed]
        kept: tuple[int, ...] = ()
        if "keep" in allowed:
            option = self.chance.choice(view.options)
            after, _ = self.game.match.act(self.game.to_move, Keep(option.dice), self.now)
            then = [name for name, kind in THEN.items() if after.refusal(self.game.to_move, kind) is None]
            kept, allowed = option.dice, ["", *then]
        action = "bank" if "bank" in allowed and self.chance.random() < 0.6 else self.chance.choice(allowed)
        self.take(self.game.act(self.game.to_move, action, kept, self.now, self.dice))

    # ------------------------------------------------------------------ what it looks at

    def take(self, step: Step) -> None:
        """Go on from a step, after a look at all that it is and says."""
        game = step.game.with_bots(self.bots)
        assert isinstance(game, Farkle)
        self.log += step.log
        for tell in step.telling:
            event = tell()
            if event is not None:
                claims.told(event, game)
        self.game = game
        stored = Farkle.from_dict(msgspec.msgpack.decode(msgspec.msgpack.encode(game.to_dict())))
        assert stored == game
        self.look(game)

    def look(self, game: Farkle) -> None:
        view = game.view(self.now)
        claims.status(view.status, game)
        assert len(view.seats) == len(self.names)
        assert (view.turn is None) == (game.outcome is not None) == (game.to_move is None)
        assert game.deadline is None or game.match.phase not in ("over", "paused")
        for rules in (game.rules, game.in_force):
            assert all(sentence.endswith(".") for sentence in Farkle.sheet(rules).sentences)
            assert Farkle.form(rules)
        for seat in range(len(self.names)):
            if seat not in game.left and game.outcome is None:
                claims.leaving(game.leaving(seat), seat, game)
        for figures in game.figures():
            assert Farkle.told_figures(figures)
        if game.outcome is not None:
            assert view.history[-1:] in ((), (game.scores,))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_whatever_is_done_in_a_match_everything_that_is_said_of_it_can_be_said_and_is_so(rule_set: str) -> None:
    for number in range(MATCHES):
        player = Player(rule_set, number)
        player.play()
        game, log = player.game, [events.from_dict(event) for event in player.log]
        again = Match.replay(game.match.rules, player.names, log, 0, player.starter, player.bots)
        assert again == game.match


def test_the_matches_of_the_fuzz_come_to_every_ending_and_every_turn_of_events() -> None:
    kinds, results, alone = set[str](), set[str](), 0
    for rule_set in RULE_SETS:
        for number in range(MATCHES):
            player = Player(rule_set, number)
            player.play()
            kinds |= {event["event"] for event in player.log}
            alone += any(event.get("pending") == [] and "round" in event["event"] for event in player.log)
            results |= {event["kind"] for event in player.log if event["event"] == "ended"}
    assert {"final_round", "rebuttal_round", "timed_out", "match_time_up", "clock_stopped", "clock_started"} <= kinds
    assert {"recovered", "paused", "seat_left", "penalised", "entered", "grace_ended"} <= kinds
    assert {"win", "none", "draw", "shared"} <= results
    assert alone, "a goal is reached when nobody else has time left"
