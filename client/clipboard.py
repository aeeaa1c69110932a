"""The system's clipboard, through the window. Whatever another program has put there, or fails to hand over, pasting
does at worst nothing."""

import logging
from typing import Any

from .ui.widgets.text_field import Clipboard

_log = logging.getLogger("voxtable.clipboard")


class WindowClipboard(Clipboard):
    """What was copied here stays at hand where the system has no clipboard."""

    def __init__(self, window: Any) -> None:
        super().__init__()
        self._window = window
        self._only_here = False
        """Whether the system did not take what was copied last, and so has something older."""

    def read(self) -> str:
        if self._only_here:
            return super().read()
        try:
            return str(self._window.get_clipboard_text() or "") or super().read()
        except Exception:  # noqa: BLE001 - another program's bytes, or none of them in time
            _log.warning("The clipboard cannot be read; nothing is pasted.", exc_info=True)
            return ""

    def write(self, text: str) -> None:
        super().write(text)
        try:
            self._window.set_clipboard_text(text)
            self._only_here = False
        except Exception:  # noqa: BLE001 - as above
            self._only_here = True
            _log.warning("The clipboard cannot be written; what was copied can be pasted here only.", exc_info=True)
