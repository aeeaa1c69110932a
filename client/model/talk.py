"""What is said: chat lines, and notices that rise as toasts; each with the session's clock when it came."""

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """A chat line; `sender` is '' for the server."""

    at: float
    sender: str
    text: str


@dataclass(frozen=True, slots=True)
class Toast:
    """A short sentence; `kind` is info, warning or won."""

    at: float
    kind: str
    text: str


class Talk:
    """The newest lines and notices, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[Said] = deque(maxlen=200)
        self.toasts: deque[Toast] = deque(maxlen=8)

    def since(self, line: Said | None) -> list[Said]:
        """The lines that came after this one, oldest first; all of them where it is no longer known."""
        fresh: list[Said] = []
        for said in reversed(self.lines):
            if said is line:
                break
            fresh.append(said)
        return fresh[::-1]

    def told_since(self, since: float) -> bool:
        """Whether a notice came since a time."""
        return any(toast.at >= since for toast in self.toasts)

    def postpone(self, since: float, until: float) -> None:
        """Let the notices that came since a time rise at a later one: they may tell what is still being shown."""
        late = [toast for toast in self.toasts if toast.at >= since]
        for toast in late:
            self.toasts.remove(toast)
        self.toasts.extend(Toast(max(toast.at, until), toast.kind, toast.text) for toast in late)

    def say(self, at: float, sender: str, text: str) -> None:
        """Add a chat line."""
        for line in text.split("\n"):
            self.lines.append(Said(at, sender, line))

    def notify(self, at: float, kind: str, text: str) -> None:
        """Add a notice; the same one again only renews its time."""
        for toast in list(self.toasts):
            if toast.text == text:
                self.toasts.remove(toast)
        self.toasts.append(Toast(at, kind, text))
