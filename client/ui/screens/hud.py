"""What lies over the world: hotbar, crosshair with its hint, chat, players and facts."""

from client import input as keys
from client.hands import Hands
from client.model.knowledge import Knowledge
from client.model.tables import seat_of
from server.shared.protocol.tabletop import BoardView
from server.shared.voxel.keys import SNEAK

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import DARK, drop_shadow, key_cap, key_cap_width, panel
from ..slots import draw_bed, draw_stack
from ..stage import Stage
from ..theme import BONE, BRASS, INK, SHADOW, faded, mixed
from .board.marks import MARK, draw_seat_mark
from .hints import SIT, hint_for, table_lines, table_scores

NAME_SECONDS = 2.2
_PLAYERS_TOP = 34


def hotbar_rect(area: Rect) -> Rect:
    """Where the hotbar lies."""
    return Rect((area.width - 168) // 2, area.height - 26, 168, 24)


def draw_hotbar(canvas: Canvas, area: Rect, know: Knowledge) -> None:
    """Nine slots, the one in hand in brass."""
    rect = hotbar_rect(area)
    panel(canvas, rect, DARK)
    stacks = know.inventory.hotbar
    for index in range(9):
        draw_bed(canvas, rect.x + 3 + index * 18, rect.y + 3, dark=True)
    chosen = rect.x + index_x(know.inventory.selected)
    canvas.picture("hotbar_selection", chosen - 3, rect.y)
    for index, stack in enumerate(stacks):
        if stack is not None:
            draw_stack(canvas, stack, rect.x + 4 + index * 18, rect.y + 4)


def index_x(index: int) -> int:
    """Units from the hotbar's edge to a slot."""
    return 3 + index * 18


def draw_held_name(canvas: Canvas, area: Rect, text: str, age: float) -> None:
    """The name of what was just taken in hand, fading."""
    alpha = min(1.0, max(0.0, (NAME_SECONDS - age) / 0.5))
    if alpha > 0 and text:
        canvas.text(area.width / 2, hotbar_rect(area).y - 14, text, faded(BONE, alpha), align=0.5)


def draw_crosshair(canvas: Canvas, area: Rect, stage: Stage, hands: Hands, know: Knowledge, now: float) -> None:
    """The cross, or over something usable its icon and one line of what use does."""
    x, y = area.width // 2, area.height // 2
    aim = hands.aim
    held = know.inventory.held
    state = know.states[aim.state] if aim is not None else None
    hint = hint_for(state.name, held.item if held else "", usable=state.usable) if state is not None else None
    if know.own.seat is not None and hint is not None and hint.icon == SIT:
        hint = None
    if hint is None or hands.breaking is not None:
        canvas.picture("crosshair", x - 8, y - 8)
        if hands.breaking is not None:
            canvas.box(x - 11, y + 12, 22, 4, INK)
            canvas.box(x - 10, y + 13, round(20 * hands.progress), 2, BRASS)
        return
    canvas.picture(hint.icon, x - 8, y - 8)
    table = know.tables.boards.get(aim.pos) if aim is not None else None
    playback = know.playbacks.of(table) if table is not None else None
    shown, passed = (playback.view, now - playback.came) if playback is not None else (None, 0.0)
    lines = [(hint.text, BONE), *((line, BRASS) for line in table_lines(shown, passed))]
    shown_lines = [(part, shade) for line, shade in lines for part in canvas.font.wrap(line, area.width - 40)]
    for row, (text, shade) in enumerate(shown_lines):
        width = canvas.font.width(text)
        canvas.box(x - width // 2 - 5, y + 14 + row * 13, width + 10, 13, SHADOW)
        canvas.text(x, y + 17 + row * 13, text, shade, align=0.5)
    draw_scores(canvas, area, table_scores(shown), y + 14 + len(shown_lines) * 13)


def draw_scores(canvas: Canvas, area: Rect, scores: tuple[tuple[int, str], ...], y: float) -> None:
    """What each seat has banked, with its mark: beside each other where there is room, else below."""
    widths = [MARK + canvas.font.width(text) for _, text in scores]
    beside = sum(widths) + 12 * len(widths) <= area.width - 40
    rows = [list(zip(scores, widths, strict=True))] if beside else [[one] for one in zip(scores, widths, strict=True)]
    for row in rows:
        total = sum(width for _, width in row) + 12 * (len(row) - 1)
        x = area.width // 2 - total // 2
        if row:
            canvas.box(x - 5, y, total + 10, 13, SHADOW)
        for (side, text), width in row:
            draw_seat_mark(canvas, x, y + 3, side)
            canvas.text(x + MARK, y + 3, text, BRASS)
            x += width + 12
        y += 13


def draw_seat_help(
    canvas: Canvas, area: Rect, stage: Stage, view: BoardView | None, player: str, standing_up: float
) -> None:
    """While seated: which key opens the board, and which one stands up."""
    yours = view is not None and view.turn is not None and view.turn.seat == seat_of(view, player)
    board = stage.key_cap(keys.BOARD)
    parts = [
        (board, "Your turn: open the board" if yours else "Open the board"),
        (keys.move_caps(SNEAK), "Hold to stand up"),
    ]
    if view is None:
        parts = parts[1:]
    widths = [key_cap_width(canvas, key) + 5 + canvas.font.width(text) for key, text in parts]
    total = sum(widths) + 14 * (len(parts) - 1) + 14
    x, y = (area.width - total) // 2, hotbar_rect(area).y - 22
    canvas.box(x, y - 3, total, 17, SHADOW)
    if standing_up > 0:
        canvas.box(x, y + 13, round(total * min(1.0, standing_up)), 1, BRASS)
    x += 7
    for (key, text), width in zip(parts, widths, strict=True):
        cap = key_cap(canvas, x, y, key)
        canvas.text(x + cap + 5, y + 2, text, BRASS if yours and key == board else BONE)
        x += width + 14


def draw_players(canvas: Canvas, area: Rect, know: Knowledge, title: str) -> None:
    """Everybody in view, under the server's name: in columns, and in the last place how many found none."""
    names = know.players
    column = max(canvas.font.width(name) for name in names) + 14
    rows = int(area.height - _PLAYERS_TOP - 70) // 11
    places = rows * max(1, int(area.width - 20) // column)
    shown = names if len(names) <= places else [*names[: places - 1], f"and {len(names) - places + 1} more"]
    columns = -(-len(shown) // rows)
    heading = canvas.font.wrap(title or "Players", area.width - 40)
    width = max(120, columns * column + 6, *(canvas.font.width(line) + 20 for line in heading))
    height = 13 + len(heading) * 11 + min(rows, len(shown)) * 11
    rect = Rect((area.width - width) // 2, _PLAYERS_TOP, width, height)
    drop_shadow(canvas, rect)
    inner = panel(canvas, rect, DARK)
    for index, line in enumerate(heading):
        canvas.text(rect.centre[0], inner.y + 4 + index * 11, line, BRASS, align=0.5)
    left, top = rect.centre[0] - column * (columns - 1) / 2, inner.y + 6 + len(heading) * 11
    for index, name in enumerate(shown):
        shade = mixed(BONE, BRASS, 0.4) if index == 0 else BONE
        canvas.text(left + index // rows * column, top + index % rows * 11, name, shade, align=0.5)


def draw_facts(canvas: Canvas, stage: Stage, know: Knowledge, hands: Hands) -> None:
    """Where, what, how fast: for whoever looks for a fault."""
    x, y, z = know.own.feet
    aim = hands.aim
    block = know.states[aim.state].name if aim is not None else "-"
    lines = (
        f"{stage.facts} · {len(know.columns.columns)} columns · {len(know.bodies.bodies)} bodies",
        f"x {x:.2f}  y {y:.2f}  z {z:.2f} · yaw {know.own.yaw:.0f} pitch {know.own.pitch:.0f}",
        block,
    )
    for index, line in enumerate(lines):
        canvas.box(2, 2 + index * 12, canvas.font.width(line) + 8, 12, SHADOW)
        canvas.text(6, 4 + index * 12, line, BONE)
