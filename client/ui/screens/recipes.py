"""What can be crafted and in which shape, as the server tells it: a grid of what goes in, and what comes out."""

from collections import Counter

from client.session import Session
from server.shared.protocol.items import AskRecipes, Recipes, ToldRecipe
from server.shared.protocol.message import Message, Refused

from ..canvas import Canvas
from ..slots import draw_bed, draw_stack
from ..stage import Stage
from ..theme import FADED_INK, INK, SLOT
from .paper import PaperScreen, paragraph

_MOST_PAGES = 32
_ANY = 3
"""Places a row in which ingredients without a shape are drawn."""
_ARROW = 20
_GRID = _ANY * SLOT
_LEAST_ROW = 190
"""Units that one recipe takes beside another."""
_TURN_SECONDS = 1.2
"""How long each of the items is shown that a place accepts."""


class RecipesScreen(PaperScreen):
    """All recipes on one sheet that scrolls; the server tells them page by page."""

    most_width = 420

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage, "What can be crafted")
        self.recipes: tuple[ToldRecipe, ...] = ()
        self.refusal = ""
        self._session = session
        self.widgets = [self.page, self.back]
        self.give_focus(self.page)
        self._ask(0)

    def _ask(self, page: int) -> None:
        self._session.ask(lambda n: AskRecipes(n=n, page=page), self._told)

    def _told(self, answer: Message) -> None:
        if isinstance(answer, Refused):
            self.refusal = answer.text
        elif isinstance(answer, Recipes):
            self.recipes += answer.recipes
            if answer.page + 1 < min(answer.pages, _MOST_PAGES):
                self._ask(answer.page + 1)

    # ------------------------------------------------------------------ the page

    def content(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        if not self.recipes:
            return paragraph(canvas, x, y, width, self.refusal or "Looking…", FADED_INK)
        columns = max(1, int(width // _LEAST_ROW))
        room, top = width // columns, y
        for start in range(0, len(self.recipes), columns):
            row = self.recipes[start : start + columns]
            heights = [self._draw(canvas, x + at * room, y, room - 8, one) for at, one in enumerate(row)]
            y += max(heights) + 8
        return y - top

    def _draw(self, canvas: Canvas, x: float, y: float, width: float, recipe: ToldRecipe) -> float:
        """One recipe; answers with its height."""
        height = self._draw_grid(canvas, x, y, recipe)
        middle = y + height // 2
        canvas.text(x + _GRID + 7, middle - 4, "→", INK, shadow=False)
        left = x + _GRID + _ARROW
        draw_bed(canvas, left, middle - SLOT // 2)
        draw_stack(canvas, recipe.result, left + 1, middle - SLOT // 2 + 1)
        left += SLOT + 5
        name = self.stage.words.item(recipe.result.item)
        tall = 2 + paragraph(canvas, left, y + 2, x + width - left, name)
        return max(height, tall + paragraph(canvas, left, y + tall, x + width - left, self._needs(recipe), FADED_INK))

    def _needs(self, recipe: ToldRecipe) -> str:
        """What goes in, in words: '3 Stick, 6 Oak Planks'."""
        parts = []
        for accepted, count in Counter(cell for cell in recipe.cells if cell).items():
            other = " or the like" if len(accepted) > 1 else ""
            parts.append(f"{count} {self.stage.words.item(accepted[0])}{other}")
        return ", ".join(parts) + ("" if recipe.width else ", in any order")

    def _draw_grid(self, canvas: Canvas, x: float, y: float, recipe: ToldRecipe) -> float:
        """The places of a recipe; where one accepts several items they take turns. Answers with its height."""
        width = recipe.width or min(_ANY, len(recipe.cells))
        turn = int(self.stage.seconds / _TURN_SECONDS)
        for at, accepted in enumerate(recipe.cells):
            row, column = divmod(at, width)
            left, top = x + column * SLOT, y + row * SLOT
            draw_bed(canvas, left, top)
            if accepted:
                canvas.icon(accepted[turn % len(accepted)], left + 1, top + 1)
        return -(-len(recipe.cells) // width) * SLOT
