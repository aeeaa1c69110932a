"""The settings of this player on this machine: each takes effect at once and is kept."""

from typing import Any

import msgspec

from server.shared.protocol.tabletop import Setting, SettingValue

from ..canvas import Canvas
from ..geometry import Rect, centred
from ..paint import PAPER, drop_shadow, panel
from ..screen import Screen
from ..stage import Stage
from ..theme import BONE, BUTTON_HEIGHT, VEIL, scale_for
from ..widgets import Button
from .board.form import Form
from .dusk import Dusk

_WIDTH = 236
_COLUMN = 16
"""Blocks across a column of the world, in which a distance is kept."""


class SettingsScreen(Screen):
    """A form over the title or over the world."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.covers = stage.session is None
        self._dusk = Dusk()
        self.form = Form(self._settings, lambda: "", self._change, stage.accents)
        self.back = Button("Done", self.close, kind="go", hint="Esc")
        self.widgets = [self.form, self.back]
        self.give_focus(self.form)

    def arrange(self) -> None:
        self._box = centred(_WIDTH + 32, min(340, self.area.height - 12), self.area)
        x, y = self._box.x + 16, self._box.y
        self._paper = Rect(x, y + 34, _WIDTH, self._box.height - 72)
        self.form.rect = self._paper.inset(7)
        self.back.rect = Rect(x + _WIDTH // 2 - 60, self._box.bottom - 30, 120, BUTTON_HEIGHT)
        self.placed = {
            "heading": Rect(x, y + 11, _WIDTH, 16),
            "form": self._paper,
            "back": self.back.rect,
        }

    def draw(self, canvas: Canvas) -> None:
        if self.covers:
            self._dusk.draw(canvas, self.area, 0.0 if self.stage.reduced_motion else self.stage.seconds)
        else:
            canvas.rect(self.area, VEIL)
        drop_shadow(canvas, self._box)
        panel(canvas, self._box)
        canvas.text(self._box.centre[0], self._box.y + 12, "Settings", BONE, 2, align=0.5)
        panel(canvas, self._paper, PAPER, frame=1)
        self.draw_widgets(canvas)

    def _settings(self) -> tuple[Setting, ...]:
        now = self.stage.profile.settings
        canvas = self.stage.canvas
        largest = scale_for(round(canvas.width * canvas.scale), round(canvas.height * canvas.scale))
        see, hand = "What you see", "Your mouse"
        return (
            _number(
                "gui_scale", "Size of the interface", see, now.gui_scale or None, 1, largest, 1, "as large as fits"
            ),
            _number("field_of_view", "How wide you see, in degrees", see, now.field_of_view, 50, 110, 5),
            _number(
                "view_distance",
                "How far you see, in blocks, from when you next join",
                see,
                now.view_distance * _COLUMN,
                2 * _COLUMN,
                16 * _COLUMN,
                _COLUMN,
            ),
            Setting("reduced_motion", "Less motion", see, "switch", now.reduced_motion),
            Setting(
                "colour_blind_palette",
                "Colours for colour blindness: blue and amber",
                see,
                "switch",
                now.colour_blind_palette,
            ),
            _number(
                "mouse_sensitivity",
                "How fast you turn, in percent",
                hand,
                round(now.mouse_sensitivity * 100),
                10,
                500,
                10,
            ),
            Setting("invert_mouse", "Moving it forward looks down", hand, "switch", now.invert_mouse),
        )

    def _change(self, name: str, value: SettingValue) -> None:
        changed: Any = value
        if name == "mouse_sensitivity" and isinstance(value, int):
            changed = value / 100
        elif name == "view_distance" and isinstance(value, int):
            changed = value // _COLUMN
        elif name == "gui_scale":
            changed = value or 0
        self.stage.apply(msgspec.structs.replace(self.stage.profile.settings, **{name: changed}))


def _number(
    name: str, label: str, group: str, value: int | None, least: int, most: int, step: int, none: str = ""
) -> Setting:
    return Setting(name, label, group, "number", value, least=least, most=most, step=step, none=none)
