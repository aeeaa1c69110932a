"""What else a table leads to: the player's record, paused matches, the claim box, and why the dice are fair."""

from client.model.knowledge import Knowledge
from client.session import Session

from ...stage import Stage
from ...widgets import Entry
from ..claim import open_claim
from ..paused import PausedScreen
from ..statistics import StatisticsScreen
from ..verify import VerifyScreen


def more_of(stage: Stage, session: Session, know: Knowledge) -> list[Entry]:
    """The entries of the tray's last page; each opens a screen, the claim box a window."""
    return [
        Entry(
            "Statistics",
            "Matches, wins and the best of a player.",
            lambda: stage.push(StatisticsScreen(stage, session)),
        ),
        Entry(
            "Paused matches",
            "Those you have a part in, and how they go on.",
            lambda: stage.push(PausedScreen(stage, session, know)),
        ),
        Entry(
            "Claim box",
            "What found no room among your things waits there.",
            lambda: open_claim(stage, session, know),
        ),
        Entry(
            "Fair dice",
            "Why nobody can choose what is rolled here.",
            lambda: stage.push(VerifyScreen(stage, session, know)),
        ),
        Entry(
            "Say something",
            "To everybody in this world; the key T opens the chat anywhere.",
            lambda: stage.open_chat(""),
        ),
    ]
