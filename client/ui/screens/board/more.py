"""What else a table leads to: the player's record, paused matches, the claim box, and why the dice are fair."""

from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.protocol.items import OpenClaim

from ...stage import Stage
from ...widgets import Entry
from ..paused import PausedScreen
from ..statistics import StatisticsScreen
from ..verify import VerifyScreen


def more_of(stage: Stage, session: Session, know: Knowledge) -> list[Entry]:
    """The entries of the tray's last page; each opens a screen, the claim box a window."""

    def claim() -> None:
        session.ask(lambda n: OpenClaim(n=n))

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
        Entry("Claim box", "What found no room among your things waits there.", claim),
        Entry(
            "Fair dice",
            "Why nobody can choose what is rolled here.",
            lambda: stage.push(VerifyScreen(stage, session, know)),
        ),
    ]
