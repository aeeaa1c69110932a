"""Every sentence of the sheet is so: it is played by machine, for every rule set and many house rules.

Each sentence that the sheet may have stands here as a pattern with a small match that would go otherwise if the rules
did not do what the sentence says. A sentence without a pattern fails.
"""

import re
from collections.abc import Callable, Iterator
from typing import Self

import pytest

from server.rules import RULE_SETS, Bank, HouseRuleError, Keep, Match, RuleSet, describe
from server.rules.chart import Chart
from server.rules.clocks import GRACE, MatchTimer
from tests.rules.driver import FARKLE, Table

SHORT: dict[str, object] = {"goal": 2_000}
VARIANTS: dict[str, dict[str, object]] = {
    "as it is": {},
    "short": SHORT,
    "final round, draw": {**SHORT, "ending": "final_round", "tie": "draw"},
    "final round, shared": {**SHORT, "ending": "final_round", "tie": "shared", "opening": "first_seat"},
    "final round, lowest seat": {**SHORT, "ending": "final_round", "tie": "lowest_seat", "opening": "opening_roll"},
    "at once": {**SHORT, "ending": "at_once", "tie": "draw", "streak_penalty": {"farkles": 2, "points": 500}},
    "at once, timed": {**SHORT, "ending": "at_once", "tie": "draw", "clock": {"mode": "time_bank", "seconds": 600}},
    "rebuttal, lowest seat": {**SHORT, "ending": "rebuttal", "tie": "lowest_seat", "clock": "none"},
    "rebuttal, draw": {**SHORT, "ending": "rebuttal", "tie": "draw", "clock": {"mode": "turn_clock", "seconds": 45}},
    "rebuttal, shared, timed": {**SHORT, "ending": "rebuttal", "tie": "shared", "clock": "match_timer"},
    "entry": {**SHORT, "entry": 350, "below_entry": "may_not_bank", "streak_penalty": None},
    "entry, counts nothing": {**SHORT, "entry": 350, "below_entry": "counts_zero", "missed_turns": 3},
    "no entry": {**SHORT, "entry": 0, "hot_dice": "must_roll", "clock": {"mode": "turn_clock", "seconds": 600}},
    "pairs": {**SHORT, "four_plus_pair": True, "clock": {"mode": "idle", "seconds": 60}},
    "no goal, time bank": {"goal": None, "clock": {"mode": "time_bank", "seconds": 60}},
    "no goal, match timer": {"goal": None, "tie": "shared", "clock": {"mode": "match_timer", "turn_seconds": 600}},
    "stops": {**SHORT, "clock": {"mode": "match_timer", "seconds": 60, "ending": "end_immediately"}},
    "alone": {**SHORT, "seats": 1, "clock": "none"},
    "alone, idle": {**SHORT, "seats": 1, "clock": {"mode": "idle", "seconds": 30}},
    "alone, time bank": {**SHORT, "seats": 1, "clock": "time_bank"},
    "alone, turn clock": {**SHORT, "seats": 1, "clock": "turn_clock", "ending": "rebuttal"},
    "alone, timed": {**SHORT, "seats": 1, "clock": {"mode": "match_timer", "seconds": 60, "turn_seconds": 20}},
    "alone, no goal": {"goal": None, "seats": 1, "clock": "match_timer"},
}
"""House rules by what they are about; `clock` may be the name of a mode or none."""


def every_sheet() -> Iterator[RuleSet]:
    for rules in RULE_SETS.values():
        for variant in VARIANTS.values():
            house = {field: None if value == "none" else value for field, value in variant.items()}
            if ("seats" in house and not rules.solo) or ("four_plus_pair" in house and rules.chart_name == "kcd"):
                continue
            if house and "entry" not in house:
                house["entry"] = min(rules.entry, 500)
            yield rules.with_house_rules(**house)


class Standing(Table):
    """A match past its opening in which no time passes by itself."""

    def __init__(self, rules: RuleSet, seats: int = 0, bots: tuple[int, ...] = ()) -> None:
        super().__init__(rules, seats or (2 if 2 in rules.player_counts else 1), bots=bots)
        if self.match.phase == "opening":
            self.open(6, *(1 for _ in self.names[1:]))

    def pass_time(self) -> Self:
        return self

    def pass_on(self) -> Self:
        """The seat to move makes nothing of its turn."""
        return self.farkle()

    def let_run_out(self) -> Self:
        """Nothing is done until the running turn's time is up."""
        deadline = self.match.deadlines.turn
        assert deadline is not None
        return self.advance(deadline)


# ------------------------------------------------------------------ goal and players


def goal(rules: RuleSet, goal: str) -> None:
    points = _number(goal)
    below, at = Standing(rules).make(points - 50).bank(), Standing(rules).make(points).bank()
    assert below.match.last_turns is None
    assert below.match.phase != "over"
    assert at.match.last_turns is not None or at.match.phase == "over"


def no_goal(rules: RuleSet) -> None:
    table = Standing(rules).make(50_000).bank()
    assert table.match.last_turns is None
    assert table.match.phase == "to_roll"
    assert table.advance(10**9).match.phase == "over"


def players(rules: RuleSet, players: str, alone: str | None) -> None:
    counts = [1 if number == "one" else int(number) for number in re.findall(r"\d|one", players)]
    for count in range(1, 6):
        names = tuple("abcde"[:count])
        if counts[0] <= count <= counts[-1]:
            assert Match.start(rules, names, now=0).phase != "over"
        else:
            with pytest.raises(HouseRuleError):
                Match.start(rules, names, now=0)
    if alone is None:
        assert 1 not in rules.player_counts
        return
    run = Standing(rules, seats=1).pass_on().make(rules.goal or 5_000).bank()
    if "turns you need" in alone:
        assert run.match.result is not None
        assert (run.match.result.kind, run.match.result.turns) == ("win", (2,))
    else:
        assert run.match.phase == "to_roll"
        assert run.advance(10**9).match.result is not None


def opening_roll(rules: RuleSet) -> None:
    table = Table(rules, 2).open(4, 4)
    assert table.match.phase == "opening"
    assert table.open(2, 5).match.starter == table.seat == 1


def first_seat(rules: RuleSet) -> None:
    match = Match.start(rules, ("a", "b"), now=0)
    assert (match.turn.seat, match.next_starter) == (0, 1)


# ------------------------------------------------------------------ turns


def turns(rules: RuleSet, chart: str) -> None:
    assert chart == rules.chart.title
    table = Standing(rules).roll(1, 2, 2, 3, 4, 6)
    table.refused("not_a_scoring_selection", Keep((0, 1))).refused("not_a_scoring_selection", Keep(()))
    table.refused("must_keep_first", Bank()).keep(0)
    assert table.match.turn.points == 100
    assert table.match.turn.dice_to_roll == 5


def always_whole(rules: RuleSet, what: str) -> None:
    names = re.split(r", | or ", what)
    assert names == [line.label for line in rules.chart.lines if line.settled]
    for line in rules.chart.lines:
        for one in line.combinations if line.settled else ():
            assert rules.chart.score(one.dice) == one.points


def farkle(rules: RuleSet) -> None:
    table = Standing(rules, seats=rules.player_counts[-1]).make(300)
    seat = table.seat
    table.farkle()
    assert table.match.scores[seat] == 0
    assert table.match.turn.points == 0
    assert table.match.seats[seat].turns == 1


def any_first_bank(rules: RuleSet) -> None:
    assert max(Standing(rules).make(50).bank().match.scores) == 50


def entry(rules: RuleSet, entry: str) -> None:
    points = _number(entry)
    Standing(rules).make(points - 50).refused("below_entry", Bank())
    table = Standing(rules).make(points).bank()
    assert max(table.match.scores) == points


def entry_counts_nothing(rules: RuleSet, entry: str) -> None:
    points = _number(entry)
    assert max(Standing(rules).make(points - 50).bank().match.scores) == 0
    assert max(Standing(rules).make(points).bank().match.scores) == points


def hot_dice(rules: RuleSet) -> None:
    table = Standing(rules).roll(1, 1, 1, 5, 5, 5).keep(*range(6))
    points = table.match.turn.points
    assert points == table.match.rules.chart.score((1, 1, 1, 5, 5, 5))
    assert table.match.turn.dice_to_roll == 6
    assert Standing(rules).roll(1, 1, 1, 5, 5, 5).keep(*range(6)).bank().match.turn.points == 0
    assert table.roll(1, 2, 2, 3, 4, 6).keep(0).match.turn.points == points + 100


def hot_dice_must_roll(rules: RuleSet) -> None:
    table = Standing(rules).roll(1, 1, 1, 5, 5, 5).keep(*range(6)).refused("must_roll_hot_dice", Bank())
    assert table.roll(1, 2, 2, 3, 4, 6).keep(0).bank().match.phase != "to_decide"


def farkles_cost_nothing(rules: RuleSet) -> None:
    table = Standing(rules)
    for _ in range(12):
        table.pass_on()
    assert set(table.match.scores) == {0}


def farkles_cost(rules: RuleSet, farkles: str, points: str) -> None:
    table = Standing(rules, seats=1 if rules.solo and rules.seats in (None, 1) else 0)
    seat, count = table.seat, len(table.names)
    for turn in range(1, int(farkles) * count):
        table.pass_on()
        assert set(table.match.scores) == {0} or turn > (int(farkles) - 1) * count
    table.at(table.now)
    while table.match.scores[seat] == 0:
        table.pass_on()
    assert table.match.scores[seat] == -_number(points)


def four_and_a_pair(rules: RuleSet) -> None:
    assert rules.chart.score((2, 2, 2, 2, 3, 3)) == rules.chart.score((2, 2, 3, 3, 4, 4))


# ------------------------------------------------------------------ the end


def over_at_once(rules: RuleSet) -> None:
    assert Standing(rules).make(rules.goal or 0).bank().match.phase == "over"


def final_round(rules: RuleSet) -> None:
    most = rules.player_counts[-1]
    table = Standing(rules, seats=most).make(rules.goal or 0).bank()
    order = []
    while table.match.phase != "over":
        order.append(table.seat)
        table.pass_on()
    assert order == list(range(1, most))


def rebuttals(rules: RuleSet) -> None:
    points = rules.goal or 0
    table = Standing(rules).make(points).bank().make(points + 50).bank()
    assert (table.match.phase, table.seat) == ("to_roll", 0)
    table.make(100).bank()
    assert table.seat == 1
    assert winners(table.pass_on()) == (0,)


def tie_at_the_top(rules: RuleSet, outcome: str) -> None:
    if rules.goal is None:
        tie_by_the_clock(rules, outcome)
        return
    _tied(Standing(rules).make(rules.goal).bank().make(rules.goal).bank(), outcome)


def tie_by_the_clock(rules: RuleSet, outcome: str) -> None:
    table = Standing(rules).make(500).bank().make(500).bank()
    _tied(table.advance(10**9), outcome)


def no_tie(rules: RuleSet) -> None:
    if rules.ending == "at_once":
        assert winners(Standing(rules).make(rules.goal or 0).bank()) == (0,)
    else:
        drawing_level(rules)


def drawing_level(rules: RuleSet) -> None:
    """The second seat leads, the first draws level."""
    points = rules.goal or 0
    table = Standing(rules).pass_on().make(points).bank().make(points).bank()
    assert winners(table) == (1,)
    assert set(table.match.scores) == {points}


def drawing_level_or_tied(rules: RuleSet, outcome: str) -> None:
    drawing_level(rules)
    tie_by_the_clock(rules, outcome)


def _tied(table: Table, outcome: str) -> None:
    result = table.match.result
    assert result is not None
    assert len(set(result.scores)) == 1
    kind, who = {
        "is a draw": ("draw", ()),
        "shares the win": ("shared", (0, 1)),
        "goes to the lowest seat number": ("win", (0,)),
    }[outcome]
    assert (result.kind, result.winners) == (kind, who)


def leaving(rules: RuleSet) -> None:
    table = Standing(rules).make(1_100).bank().leave(0)
    assert winners(table) == (1,)
    most = rules.player_counts[-1]
    assert most == 2 or Standing(rules, seats=most).leave(0).match.phase != "over"


# ------------------------------------------------------------------ clocks


def no_clock(rules: RuleSet) -> None:
    before = Standing(rules).match
    assert before.advance(10**12)[0] is before


def idle_alone(rules: RuleSet, time: str) -> None:
    table = Standing(rules, seats=1).make(100).advance(_ms(time))
    assert table.match.clock_stands
    assert (table.match.phase, table.match.turn.points) == ("to_decide", 100)


def idle(rules: RuleSet, time: str) -> None:
    table = Standing(rules)
    assert table.advance(_ms(time) - 1).match.seats[0].left is None
    assert table.advance(_ms(time)).match.seats[0].left == "idle"
    assert winners(table) == (1,)
    assert Standing(rules, bots=(1,)).advance(_ms(time)).match.clock_stands
    if 1 in rules.player_counts:
        idle_alone(rules, time)


def away(rules: RuleSet, time: str) -> None:
    for down in (1, _ms(time) - 1, _ms(time), _ms(time) + 1):
        table = Standing(rules).recover(down)
        assert table.match.time_left(0, down) == _ms(time)


def time_bank(rules: RuleSet, time: str) -> None:
    away(rules, time)
    table = Standing(rules).make(500).bank().pass_on()
    table.advance(_ms(time))
    assert (table.match.seats[0].out_of_time, table.match.scores[0], table.seat) == (True, 500, 1)
    assert table.pass_on().seat == 1
    assert winners(table.advance(10**9)) == (0,)


def time_bank_alone(rules: RuleSet, time: str) -> None:
    away(rules, time)
    table = Standing(rules).make(500).bank()
    assert table.advance(_ms(time) - 1).match.phase == "to_roll"
    assert table.advance(_ms(time)).match.phase == "over"


def match_timer(rules: RuleSet, time: str, turn: str | None, ending: str, grace: str | None) -> None:
    if turn is not None:
        limited = Standing(rules).make(100)
        assert limited.advance(_ms(turn)).match.turn.points == 0
    else:
        assert Standing(rules).make(100).advance(_ms(time) - 1).match.turn.points == 100
    table = Standing(rules).make(500).bank().at(_ms(time) - 2_000)
    table.now = _ms(time) - 2_000
    table = table.advance(table.now)
    at_risk = table.make(100).match.phase == "to_decide"
    table.advance(_ms(time))
    if "stops" in ending:
        assert table.match.phase == "over"
        assert max(table.match.scores) == 500
        return
    assert at_risk
    assert _ms(grace or "") == GRACE
    if table.match.phase != "over":
        assert table.match.deadlines.match == _ms(time) + GRACE
        assert table.advance(_ms(time) + GRACE).match.phase == "over"


def turn_clock(rules: RuleSet, time: str, follows: str) -> None:
    table = Standing(rules).make(100)
    seat = table.seat
    assert table.advance(_ms(time) - 1).match.turn.points == 100
    table.advance(_ms(time))
    assert (table.match.turn.points, set(table.match.scores)) == (0, {0})
    assert (table.seat != seat) == ("next player" in follows)
    assert table.match.deadline == 2 * _ms(time)


def missed_turns(rules: RuleSet, turns: str, alone: str | None) -> None:
    most = rules.player_counts[-1]
    table = Standing(_long(rules), seats=most)
    for turn in range(int(turns)):
        assert table.match.seats[0].left is None, turn
        table.let_run_out()
        while table.match.phase != "over" and table.seat != 0 and turn < int(turns) - 1:
            table.pass_on()
    assert table.match.seats[0].left == "missed_turns"
    if alone is not None:
        missed_turns_alone(rules, turns)


def _long(rules: RuleSet) -> RuleSet:
    """The same with time for many turns."""
    long = MatchTimer(14_400, turn_seconds=5)
    return rules.with_house_rules(clock=long) if isinstance(rules.clock, MatchTimer) else rules


def missed_turns_alone(rules: RuleSet, turns: str) -> None:
    table = Standing(_long(rules), seats=1)
    for _ in range(int(turns)):
        assert not table.match.clock_stands
        table.let_run_out()
    assert table.match.clock_stands
    assert table.match.phase == "to_roll"


_OUTCOME = r"(?P<outcome>is a draw|shares the win|goes to the lowest seat number)"
_BANK_IT = "at least (?P<entry>[\\d,]+) points"
CLAIMS: dict[str, Callable[..., None]] = {
    r"The goal is (?P<goal>[\d,]+) banked points, or more\.": goal,
    r"There is no goal: play goes on until the clock ends it\.": no_goal,
    r"For (?P<players>one player|\d(?: to \d)? players)(?P<alone>; alone, you [\w ]+)?\.": players,
    r"Everybody rolls one die and the highest starts; those tied for highest roll again\.": opening_roll,
    r"The first seat starts, and each rematch moves the start on by one seat\.": first_seat,
    r"Roll six dice, keep at least one scoring die of each roll, and every die you keep must score; "
    r"the chart called (?P<chart>.+) tells the points\.": turns,
    r"Six dice that make (?P<what>.+) count as just that, even where a split would pay more\.": always_whole,
    r"A roll in which nothing scores is a farkle: the turn ends and its points are lost\.": farkle,
    r"Your first bank may be of any size\.": any_first_bank,
    rf"Your first bank must be {_BANK_IT} made in one turn; below that, roll on\.": entry,
    rf"Until you have banked {_BANK_IT} in one turn, a smaller bank counts nothing\.": entry_counts_nothing,
    r"When all six dice have scored you have hot dice: roll all six again for the same turn, or bank\.": hot_dice,
    r"When all six dice have scored you have hot dice and must roll all six again\.": hot_dice_must_roll,
    r"Farkles in a row cost nothing extra\.": farkles_cost_nothing,
    r"(?P<farkles>\d) farkles in a row take (?P<points>[\d,]+) points off your banked score\.": farkles_cost,
    r"Four of a kind and a pair count as three pairs, where that is worth more\.": four_and_a_pair,
    r"The (?:match|run) is over as soon as the goal is banked\.": over_at_once,
    r"Whoever banks the goal starts the final round: each other player who still plays has exactly one more turn\.": (
        final_round
    ),
    r"Once the goal is banked each other player who still plays has one turn to bank more than the leader; whoever has "
    r"led answers again, until a round brings no new leader\.": rebuttals,
    rf"The highest score wins; a tie at the top {_OUTCOME}\.": tie_at_the_top,
    rf"The highest score wins; a tie when the clock ends the match {_OUTCOME}\.": tie_by_the_clock,
    r"The highest score wins; there can be no tie\.": no_tie,
    r"The highest score wins; who only draws level with the leader takes no lead; there can be no tie\.": drawing_level,
    r"The highest score wins; who only draws level with the leader takes no lead; "
    rf"a tie when the clock ends the match {_OUTCOME}\.": drawing_level_or_tied,
    r"Who leaves cannot win any more; when all others have left, the last player wins at once\.": leaving,
    r"There is no clock\.": no_clock,
    r"When you do nothing for (?P<time>.+) the clock stands until you act\.": idle_alone,
    r"A player who does nothing for (?P<time>.+) is out of the match and cannot win it; "
    r"where nobody else waits, the clock stands instead until that player acts\.": idle,
    r"Each player has (?P<time>.+) for all turns together; who has none left plays no more turns, "
    r"but the banked points stay and can still win\. While the server is away no time is used up\.": time_bank,
    r"There are (?P<time>.+) for all turns together; then the run is over\. "
    r"While the server is away no time is used up\.": time_bank_alone,
    r"The match lasts (?P<time>[^,]+?)(?:, and each turn (?P<turn>.+) at most)?; then "
    r"(?P<ending>it stops and only banked points count|the (?:round|turn) is finished, within (?P<grace>.+))\.": (
        match_timer
    ),
    r"Each turn has (?P<time>.+); when they are over its points are lost and (?P<follows>.+)\.": turn_clock,
    r"When (?P<turns>\d+) turns in a row run out untouched the clock stands until you act\.": missed_turns_alone,
    r"A player who lets (?P<turns>\d+) turns in a row run out untouched is out of the match and cannot win it"
    r"(?P<alone>; in a run alone the clock stands instead)?\.": missed_turns,
}
"""Every sentence of the sheet, with the match that shows it to be so; what stands in it is given by name."""


def winners(table: Table) -> tuple[int, ...]:
    assert table.match.result is not None
    return table.match.result.winners


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _ms(time: str) -> int:
    number, unit = time.split()
    return _number(number) * {"seconds": 1_000, "minutes": 60_000}[unit]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_sentence_of_the_sheet_is_so_in_a_match(name: str) -> None:
    for rules in every_sheet():
        if rules.name != name:
            continue
        for sentence in describe.sentences(rules):
            matching = [
                (found, claim) for pattern, claim in CLAIMS.items() if (found := re.fullmatch(pattern, sentence))
            ]
            assert len(matching) == 1, sentence
            ((found, claim),) = matching
            claim(rules, **found.groupdict())


def test_every_claim_is_made_by_some_sheet() -> None:
    told = {sentence for rules in every_sheet() for sentence in describe.sentences(rules)}
    unused = [pattern for pattern in CLAIMS if not any(re.fullmatch(pattern, sentence) for sentence in told)]
    assert unused == []


def test_a_chart_of_the_sheet_is_the_one_that_is_played() -> None:
    for rules in every_sheet():
        chart: Chart = rules.chart
        assert describe.scoring(chart)
        assert chart.is_farkle(FARKLE)
