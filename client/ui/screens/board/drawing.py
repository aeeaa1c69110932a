"""The pieces of the board screen that are drawn over the felt: header, status, cards, selection line, stamps, coins."""

import math

from client.model.playback import Felt, Stamp
from client.model.tables import seat_of
from client.scene.board_picture import BoardPicture
from server.shared.protocol.tabletop import BoardView, ResultView

from ...canvas import Canvas
from ...geometry import Rect
from ...text import plural, points
from ...theme import (
    BONE,
    BRASS,
    DARK_OAK,
    INK,
    NIGHT,
    PALE_OAK,
    QUIET,
    Accents,
    Colour,
    ease_out,
    faded,
    mixed,
)
from .cards import CardFacts, draw_card
from .layout import BoardPlaces
from .lobby import draw_lobby, lobby_places
from .pot import RULE_SHORT
from .result import draw_result, rows_end
from .selection import Choice

_COIN_SECONDS = 0.8
_STAMPS_BIG = ("farkle", "hot_dice", "final_round")
RIBBON = faded(INK, 0.9)
"""What lies behind a word on the felt, whose green would swallow lime and brass."""


def parts(places: BoardPlaces) -> dict[str, Rect]:
    """The areas of the main part that never overlap, by name."""
    header = places.header
    return {
        "title": Rect(header.x + 6, header.y, places.fold.x - 12 - header.x, header.height),
        "status": places.status,
        "felt": places.felt,
        "line": places.line,
    } | {f"card {index}": places.card(index) for index in range(4)}


def picture_of(
    felt: Felt,
    view: BoardView,
    *,
    viewer_side: int,
    choice: Choice,
    chosen: frozenset[int],
    choosing: bool,
    hover: int | None,
    scoring: frozenset[int],
    wood: str,
    reduced_motion: bool,
    colour_blind: bool,
) -> BoardPicture:
    """The felt as the scene draws it."""
    side = view.seats[felt.seat].side if felt.seat < len(view.seats) else viewer_side
    return BoardPicture(
        roll=felt.roll,
        kept=felt.kept,
        groups=felt.groups,
        choosing=choosing,
        selection=chosen - choice.idle,
        scoring=scoring,
        illegal=choice.idle,
        hover=hover,
        thrower=(side - viewer_side) % 4,
        seed=felt.seed,
        rolled_at=felt.rolled_at,
        kept_at=felt.kept_at,
        farkled_at=felt.farkled_at,
        hot_at=felt.hot_at,
        wood=wood,
        reduced_motion=reduced_motion,
        colour_blind=colour_blind,
    )


def draw_header(canvas: Canvas, places: BoardPlaces, view: BoardView) -> None:
    """What is played, and that it is the final round."""
    header = places.header
    canvas.rect(header, INK)
    canvas.box(header.x, header.y, header.width, header.height - 1, DARK_OAK)
    canvas.box(header.x, header.y, header.width, 1, mixed(DARK_OAK, PALE_OAK, 0.5))
    room = places.fold.x - header.x - 14
    badge = canvas.font.width("FINAL ROUND") + 12 if view.final_round else 0
    texts = [f"{view.title} · to {points(view.goal)}", view.title]
    if view.entry:
        texts.insert(0, f"{view.title} · to {points(view.goal)} · first bank {points(view.entry)}")
    title = next((text for text in texts if canvas.font.width(text) <= room - badge), texts[-1])
    canvas.text(header.x + 7, header.y + 6, canvas.font.fit(title, room - badge), BONE)
    if view.final_round:
        x = header.x + 7 + room - badge
        canvas.box(x, header.y + 3, badge - 4, 13, INK)
        canvas.box(x + 1, header.y + 4, badge - 6, 11, BRASS)
        canvas.text(x + badge / 2 - 2, header.y + 6, "FINAL ROUND", INK, shadow=False, align=0.5)


def draw_status(canvas: Canvas, places: BoardPlaces, view: BoardView, player: str, caption: str, taken: float) -> None:
    """One sentence: what is just happening (`caption`), else whose turn it is, in brass when it is this player's.
    `taken` are the units at the right end of its second line where something else stands."""
    turn = view.turn
    yours = turn is not None and turn.seat == seat_of(view, player) and view.phase != "paused"
    status = "The match is paused." if view.phase == "paused" else view.status
    text = caption or (status if view.starting is None else "Everybody is ready: the match begins…")
    yours = yours and not caption and view.phase != "paused"
    if yours and turn is not None:
        name = view.seats[turn.seat].name
        text = {
            "to_roll": "Your turn: roll the dice.",
            "to_keep": "Your turn: choose the dice to keep.",
            "to_decide": "Your turn: roll on, or bank what you have."
            if turn.points >= view.bank_from
            else f"Your turn: roll on; your first bank needs {points(view.bank_from)} in one turn.",
        }.get(view.phase, text.replace(name, "You", 1))
    area = places.status
    first, *more = canvas.font.wrap(text, area.width - 8)
    for row, line in enumerate([first, *canvas.font.wrap(" ".join(more), area.width - 8 - taken)] if more else [first]):
        y = area.y + row * 11
        canvas.box(area.x, y - 1, area.width - (taken if row else 0), 11, faded(INK, 0.55))
        canvas.text(area.x + 4, y + 1, line, BRASS if yours else BONE)


def draw_cloth(canvas: Canvas, area: Rect) -> None:
    """Dark wood behind lobby and result."""
    canvas.rect(area, NIGHT)
    canvas.tiled("rim", area, (0.55, 0.5, 0.48, 1.0))


def draw_cards(
    canvas: Canvas,
    places: BoardPlaces,
    view: BoardView,
    player: str,
    total: int,
    opening: dict[int, int],
    accents: Accents,
    passed: float,
) -> None:
    """The seats of the match, the one on turn in front; `passed` are the seconds since the view came."""
    own = seat_of(view, player)
    for index, seat in enumerate(view.seats[:4]):
        on_turn = view.turn is not None and view.turn.seat == index
        facts = CardFacts(on_turn, index == own, total, opening.get(index), view.phase == "opening", passed)
        rect = places.card(index)
        if on_turn:
            rect = rect.moved(3, 0)
        draw_card(canvas, rect, view, seat, facts, accents)


def draw_line(
    canvas: Canvas,
    places: BoardPlaces,
    view: BoardView,
    choice: Choice,
    accents: Accents,
    *,
    choosing: bool,
    seat: int | None,
    hint: str,
) -> None:
    """What the chosen dice are worth and what comes after, or why they are not legal; else `hint`, if any."""
    area = places.line
    y = area.y + 2
    if view.phase != "paused":
        canvas.box(area.x, area.y - 1, area.width, 13, faded(INK, 0.72))
    if choice.option is not None and choosing:
        _draw_option(canvas, area, view, choice)
        return
    if choice.sentence and choosing:
        canvas.box(area.x + 4, y - 1, 9, 9, accents.ember)
        canvas.text(area.x + 9, y, "!", INK, shadow=False, align=0.5)
        text = canvas.font.fit(choice.sentence, area.width - 24)
        canvas.text(area.x + 18, y, text, mixed(accents.ember, BONE, 0.45))
        return
    text = hint or ("You are watching." if seat is None else "")
    if choosing:
        text = hint or "Choose dice: click, 1 to 6, arrows and Space, or A for all that score."
    elif view.phase == "opening":
        text = "Everybody rolls one die; the highest starts."
    elif not hint and view.turn is not None and view.phase in ("to_roll", "to_decide"):
        chance = chance_text(view, view.turn.dice_to_roll)
        text = chance if seat is not None else f"You are watching · {chance}"
    canvas.text(area.x + 5, y, canvas.font.fit(text, area.width - 10), QUIET)


def _draw_option(canvas: Canvas, area: Rect, view: BoardView, choice: Choice) -> None:
    assert choice.option is not None
    option, y = choice.option, area.y + 2
    roll = view.turn.roll if view.turn is not None else ()
    faces = " ".join(str(roll[position]) for position in option.dice)
    x = area.x + 5 + canvas.text(area.x + 5, y, f"{faces} = ", BONE)
    x += canvas.text(x + 1, y, points(option.points), BRASS) + 1
    labels = ", ".join(group.label for group in option.groups)
    after = f"then {chance_text(view, option.dice_left or 6)}"
    width = canvas.font.width(after)
    room = area.right - 5 - width - 12 - x
    if canvas.font.width(f"({labels})") <= room:
        canvas.text(x + 6, y, f"({labels})", QUIET)
    canvas.text(area.right - 5, y, canvas.font.fit(after, area.right - 5 - x - 8), QUIET, align=1.0)


def chance_text(view: BoardView, dice: int) -> str:
    """'3 dice to roll · farkle 27.8 %'."""
    chance = view.farkle_chance[dice] if dice < len(view.farkle_chance) else 0.0
    return f"{plural(dice, 'die', 'dice')} to roll · farkle {chance * 100:.1f} %"


def draw_group_points(canvas: Canvas, x: float, y: float, text: str) -> None:
    """The points of a kept group, on a small dark plate below its dice."""
    width = canvas.font.width(text) + 8
    canvas.box(round(x - width / 2), round(y), width, 11, faded(INK, 0.8))
    canvas.text(round(x), round(y) + 2, text, BRASS, align=0.5)


def draw_stamp(
    canvas: Canvas, places: BoardPlaces, stamp: Stamp, now: float, accents: Accents, *, reduced: bool
) -> None:
    """A word over the felt: it slams down, stays, and goes."""
    age = now - stamp.at
    land = 1.0 if reduced else min(1.0, age / 0.14)
    alpha = min(1.0, age / 0.06) * min(1.0, max(0.0, (stamp.seconds - age) / 0.2))
    shade = stamp_shade(stamp.kind, accents)
    x, y = places.felt.centre
    y -= places.felt.height * 0.12
    most = places.felt.width * 0.92 / max(1, canvas.font.width(stamp.text))
    size = min(most, 4.5 if stamp.kind in _STAMPS_BIG else 3.0) * (1.0 + (1.0 - land) * 0.9)
    slant = -7.0 if stamp.kind == "farkle" else 0.0
    shake = 0.0 if reduced or stamp.kind != "farkle" else math.sin(age * 70) * max(0.0, 0.35 - age) * 8
    with canvas.faded(alpha):
        if stamp.kind != "farkle":
            tall = size * (canvas.font.cap_height + 7)
            canvas.box(places.felt.x, round(y - tall / 2), places.felt.width, round(tall), RIBBON)
        edge = max(1.0, size * 0.55)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 2)):
            canvas.stamp(x + shake + dx * edge, y + dy * edge, stamp.text, INK, size, slant)
        canvas.stamp(x + shake, y, stamp.text, shade, size, slant)
    if stamp.kind == "farkle" and not reduced:
        _draw_crumbs(canvas, x, y, age, shade)


def stamp_shade(kind: str, accents: Accents) -> Colour:
    """The colour of a word over the felt: lost in ember, hot dice in lime, all else in brass."""
    lost = mixed(accents.ember, BONE, 0.2)
    return {"farkle": accents.ember, "penalised": lost, "hot_dice": accents.lime}.get(kind, BRASS)


def draw_die_numbers(canvas: Canvas, places: list[tuple[float, float]]) -> None:
    """Below each die of the roll the number of its key, small and quiet."""
    for number, (x, y) in enumerate(places, 1):
        canvas.box(round(x) - 4, round(y) + 9, 8, 9, faded(INK, 0.55))
        canvas.text(round(x), round(y) + 10, str(number), QUIET, shadow=False, align=0.5)


def _draw_crumbs(canvas: Canvas, x: float, y: float, age: float, shade: Colour) -> None:
    """The lost total falls apart."""
    for index in range(22):
        angle = index * 2.399
        speed = 26 + (index * 37) % 34
        dx, dy = math.cos(angle) * speed * age, math.sin(angle) * speed * age * 0.6 + 70 * age * age
        alpha = max(0.0, 0.9 - age)
        size = 1 + index % 3
        canvas.box(round(x + dx), round(y + dy + 6), size, size, faded(shade, alpha))


def draw_banked(
    canvas: Canvas, places: BoardPlaces, banked: tuple[int, int, float] | None, now: float, *, reduced: bool
) -> None:
    """Coins of light fly from the felt to the score."""
    if banked is None or reduced:
        return
    seat, _, at = banked
    card = places.card(seat)
    start, end = places.felt.centre, (card.right - 18, card.y + 10)
    for index in range(10):
        share = (now - at - index * 0.035) / (_COIN_SECONDS - 0.35)
        if not 0 < share < 1:
            continue
        eased = ease_out(share)
        x = start[0] + (end[0] - start[0]) * eased
        y = start[1] + (end[1] - start[1]) * eased - math.sin(share * math.pi) * (14 + index * 3)
        canvas.box(round(x) - 2, round(y) - 2, 5, 5, faded(BRASS, 0.35))
        canvas.picture("icon/coin", round(x) - 4, round(y) - 4)


def lobby_area(places: BoardPlaces) -> Rect:
    """Where the lobby's table and seats are."""
    top = places.status.bottom + 2
    return Rect(6, top, places.main.width - 12, places.line.y - top - 4)


def free_corner(places: BoardPlaces, view: BoardView, viewer_side: int) -> Rect:
    """What is left free: below the cards of the seats, in a lobby beside the nearest one, and where the felt takes the
    whole width below the cards, beside them."""
    width, bottom = places.cards.width, places.line.y - 4
    if view.phase == "lobby":
        cards = list(lobby_places(lobby_area(places), viewer_side)[1].values())
        left, near = min(cards, key=lambda card: card.x), max(cards, key=lambda card: card.y)
        top, width = left.bottom + 4, int(min(width, near.x - places.cards.x - 4))
    elif view.phase == "result" and view.result is not None:
        top, bottom = rows_end(result_area(places), len(view.seats)) + 4, places.buttons[0].y - 4
    elif places.felt.x < places.cards.right:
        return Rect(
            places.cards.right + 6, places.cards.y, places.felt.right - places.cards.right - 6, places.cards.height
        )
    else:
        top = places.card(len(view.seats)).y
    return Rect(places.cards.x, top, width, max(0, bottom - top))


def draw_lobby_part(
    canvas: Canvas, places: BoardPlaces, view: BoardView, player: str, side: int, accents: Accents, changed: str
) -> None:
    """The table from above in the whole middle, and one line: what `changed` since this player agreed to the pot, who
    has it in the end, or what is played for."""
    draw_lobby(canvas, lobby_area(places), view, player, side, accents)
    line = places.line
    if view.pot:
        told = changed or RULE_SHORT
        canvas.text(line.centre[0], line.y + 1, canvas.font.fit(told, line.width), BRASS, align=0.5)
        return
    rules = f"First to {points(view.goal)}" + (
        f" · the first bank takes {points(view.entry)} in one turn" if view.entry else ""
    )
    canvas.text(line.centre[0], line.y + 1, canvas.font.fit(rules, line.width), QUIET, align=0.5)


def draw_result_part(
    canvas: Canvas,
    places: BoardPlaces,
    view: BoardView,
    result: ResultView,
    player: str,
    accents: Accents,
    age: float,
) -> None:
    """Who won, and how it came to this."""
    draw_result(canvas, result_area(places), view, result, player, accents, age)


def result_area(places: BoardPlaces) -> Rect:
    """Where the result stands."""
    top = places.status.bottom + 6
    return Rect(8, top, places.main.width - 16, places.buttons[0].y - top - 6)
