"""Things on a screen that are pointed at, focused and operated by mouse and keyboard alike."""

from .base import Widget
from .button import Button
from .menu import Entry, Menu
from .scroll import ScrollArea
from .tabs import Tabs
from .text_field import TextField

__all__ = ["Button", "Entry", "Menu", "ScrollArea", "Tabs", "TextField", "Widget"]
