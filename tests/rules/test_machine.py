"""Whole matches under every rule set and clock, played at random by a state machine: nothing illegal can be reached.

Whatever is tried is either done, or refused with nothing changed; the state always agrees with the log; time always
moves on; and in the end every match ends.
"""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from server.rules import RULE_SETS, Bank, IllegalAction, Keep, Match, Roll, RuleSet
from server.rules.actions import Action
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from server.rules.events import AnyEvent, Banked, Ended, Kept, Penalised, Rolled, TurnEnded, TurnStarted
from tests.rules.driver import FARKLE

CLOCKS: dict[str, Clock] = {
    "no clock": Idle(),
    "idle": Idle(seconds=30),
    "time bank": TimeBank(seconds=60),
    "match timer": MatchTimer(seconds=120, turn_seconds=30),
    "match timer that stops": MatchTimer(seconds=120, ending="end_immediately"),
    "turn clock": TurnClock(seconds=20),
}
HOUSE_RULES: list[dict[str, object]] = [
    {},
    {"ending": "rebuttal"},
    {"ending": "at_once", "entry": 500, "below_entry": "counts_zero"},
    {"hot_dice": "must_roll", "streak_penalty": {"farkles": 2, "points": 5_000}},
    {"opening": "opening_roll", "tie": "draw", "entry": 0},
    {"tie": "shared", "ending": "final_round", "entry": 0},
]
DICE = st.tuples(*[st.integers(1, 6)] * 6)
POSITIONS = st.lists(st.integers(-1, 6), max_size=7).map(tuple)
ANY_DICE = st.lists(st.integers(0, 7), max_size=7).map(tuple)
WAIT = st.one_of(st.integers(0, 3_000), st.integers(0, 40_000), st.just(0))


class MatchMachine(RuleBasedStateMachine):
    """A match at a table where people do whatever comes to their minds."""

    set_out: RuleSet

    @initialize(
        seats=st.integers(1, 4),
        starter=st.integers(0, 3),
        goal=st.sampled_from((1_500, 2_500, 5_000)),
        house_rules=st.sampled_from(HOUSE_RULES),
    )
    def sit_down(self, seats: int, starter: int, goal: int, house_rules: dict[str, object]) -> None:
        rules = self.set_out.with_house_rules(goal=goal, **house_rules)
        counts = rules.player_counts
        self.names = tuple("abcd"[: min(max(seats, counts[0]), counts[-1])])
        self.starter = starter % len(self.names)
        self.now = 0
        self.log: list[AnyEvent] = []
        self.match = Match.start(rules, self.names, now=0, starter=self.starter)

    @precondition(lambda self: self.match.phase in ("opening", "to_roll", "to_decide"))
    @rule(dice=DICE, wait=st.integers(0, 3_000))
    def roll(self, dice: tuple[int, ...], wait: int) -> None:
        self.play(Roll(dice[: self.match.turn.dice_to_roll]), wait)

    @precondition(lambda self: self.match.phase == "to_keep")
    @rule(pick=st.integers(0, 62), wait=st.integers(0, 3_000))
    def keep(self, pick: int, wait: int) -> None:
        options = self.match.options()
        self.play(Keep(options[pick % len(options)].positions), wait)

    @precondition(lambda self: self.match.phase == "to_decide")
    @rule(wait=st.integers(0, 3_000))
    def bank(self, wait: int) -> None:
        if self.match.refusal(self.match.turn.seat, Bank) is None:
            self.play(Bank(), wait)

    @rule(
        seat=st.integers(-1, 4),
        action=st.one_of(st.builds(Roll, ANY_DICE), st.builds(Keep, POSITIONS), st.builds(Bank)),
        wait=WAIT,
    )
    def try_anything(self, seat: int, action: Action, wait: int) -> None:
        """It is done exactly when nothing is said against it; else nothing has changed."""
        self.look(wait)
        refusal, before = self.match.refusal(seat, action), self.match.to_dict()
        if refusal is None:
            self.take(self.match.act(seat, action, self.now))
            return
        with pytest.raises(IllegalAction) as refused:
            self.match.act(seat, action, self.now)
        assert refused.value.code == refusal.code
        assert self.match.to_dict() == before

    @rule(wait=WAIT)
    def look(self, wait: int) -> None:
        """Time passes, and makes no difference by how often it is looked at."""
        self.now += wait
        halfway = self.match.advance(self.now - wait // 2)[0].advance(self.now)[0]
        self.take(self.match.advance(self.now))
        assert self.match == halfway
        assert self.match.deadline is None or self.match.deadline > self.now

    @rule(wait=st.integers(0, 200_000))
    def suffer_an_outage(self, wait: int) -> None:
        number = self.match.turn.number
        self.now += wait
        self.take(self.match.recover(self.now))
        assert self.match.turn.number - number <= 1

    @rule(wait=WAIT, apart=st.integers(0, 10**6))
    def pause_and_resume(self, wait: int, apart: int) -> None:
        self.look(wait)
        if self.match.phase in ("over", "paused"):
            return
        left = [self.match.time_left(seat, self.now) for seat in range(len(self.names))]
        self.take(self.match.pause(self.now))
        self.now += apart
        if apart % 3:
            self.take(self.match.resume(self.now))
            assert [self.match.time_left(seat, self.now) for seat in range(len(self.names))] == left

    @precondition(lambda self: self.match.phase == "paused")
    @rule()
    def resume(self) -> None:
        self.take(self.match.resume(self.now))

    @rule(seconds=st.sampled_from((4, 5, 30)))
    def start_a_clock(self, seconds: int) -> None:
        self.look(0)
        clock, before = TurnClock(seconds), self.match.to_dict()
        if seconds >= 5 and self.match.clock == Idle() and self.match.phase not in ("over", "paused"):
            self.take(self.match.start_clock(clock, self.now))
            return
        with pytest.raises(IllegalAction):
            self.match.start_clock(clock, self.now)
        assert self.match.to_dict() == before

    @rule(seat=st.integers(0, 3), really=st.integers(0, 5))
    def leave(self, seat: int, really: int) -> None:
        self.look(0)
        if really or self.match.phase == "over" or seat >= len(self.names):
            return
        if self.match.seats[seat].left is None:
            self.take(self.match.remove(seat, "resigned", self.now))
            assert self.match.seats[seat].left == "resigned"

    def play(self, action: Action, wait: int) -> None:
        """The seat to move does this, if its time is not up first."""
        seat, number = self.match.turn.seat, self.match.turn.number
        self.look(wait)
        if self.match.phase not in ("over", "paused") and self.match.turn.number == number:
            self.take(self.match.act(seat, action, self.now))

    def take(self, outcome: tuple[Match, Sequence[AnyEvent]]) -> None:
        before = self.match
        self.match, events = outcome
        self.log += events
        assert (self.match is before) == (not events)
        assert self.match.step >= before.step
        assert all(now or not then for then, now in zip(before.entered, self.match.entered, strict=True))

    @invariant()
    def the_state_agrees_with_the_log(self) -> None:
        match, scores = self.match, [0] * len(self.names)
        for event in self.log:
            if isinstance(event, Banked):
                scores[event.seat] += event.counted
            elif isinstance(event, Penalised):
                scores[event.seat] -= event.points
        assert match.scores == tuple(scores)
        at_risk = 0
        for event in self.log:
            if isinstance(event, Kept):
                at_risk += event.points
                assert event.turn_points == at_risk
            elif isinstance(event, TurnEnded | TurnStarted):
                at_risk = 0
        assert match.turn.points == at_risk

    @invariant()
    def only_legal_states_are_reached(self) -> None:
        match = self.match
        assert (match.phase == "over") == (match.result is not None) == any(isinstance(e, Ended) for e in self.log)
        assert (match.phase == "paused") == (match.held is not None)
        if match.phase == "over":
            assert match.deadline is None
            return
        assert match.seats[match.turn.seat].eligible
        assert 1 <= match.turn.dice_to_roll <= 6
        assert len(match.can_win) > 1 or match.solo
        if match.phase == "to_keep":
            assert match.options()
        if match.last_turns is not None:
            assert set(match.last_turns.pending) <= set(match.eligible) - {match.turn.seat}
        allowed = {kind for kind in (Roll, Keep, Bank) if match.refusal(match.turn.seat, kind) is None}
        assert match.phase == "paused" or allowed

    @invariant()
    def stored_it_is_the_same(self) -> None:
        assert Match.from_dict(self.match.to_dict()) == self.match

    def teardown(self) -> None:
        """Played on by anybody, it ends; and from its log it can be played again."""
        if not hasattr(self, "match"):
            return
        if self.match.phase == "paused":
            self.take(self.match.resume(self.now))
        for _ in range(2_000):
            if self.match.phase == "over":
                break
            self.take(self.match.act(self.match.turn.seat, self.anything_good(), self.now))
        assert self.match.result is not None
        again = Match.replay(self.match.rules, self.names, self.log, now=0, starter=self.starter)
        assert again.to_dict() == self.match.to_dict()
        assert sum(isinstance(event, Rolled) for event in self.log) <= self.match.step

    def anything_good(self) -> Action:
        """Three 1s at a time until banking is allowed; in last turns a farkle, so that rebuttals come to an end."""
        match = self.match
        if match.phase == "to_keep":
            return Keep(max(match.options(), key=lambda option: option.points).positions)
        enough = match.turn.points >= match.rules.entry
        if match.phase == "to_decide" and enough and match.refusal(match.turn.seat, Bank) is None:
            return Bank()
        if match.phase == "opening":
            return Roll((1 + match.turn.seat,))
        dice = (1, 1, 1, 2, 3, 4) if match.last_turns is None else FARKLE
        return Roll(dice[: match.turn.dice_to_roll])


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_no_illegal_state_can_be_reached_and_every_match_ends(rules: RuleSet, clock: Clock) -> None:
    machine = type("Machine", (MatchMachine,), {"set_out": rules.with_house_rules(clock=clock)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            stateful_step_count=40,
            deadline=None,
            phases=(Phase.reuse, Phase.generate),  # a failing match is short enough to read as it is
            suppress_health_check=list(HealthCheck),
        ),
    )
