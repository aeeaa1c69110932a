"""Forms: how values step, what they are called, by mouse and by keys, and who may not change them."""

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from client.app import App
from client.settings import Profile
from client.ui.geometry import Rect
from client.ui.screens.board.form import Form, stepped, value_text
from client.ui.screens.settings import SettingsScreen
from client.ui.theme import COLOUR_BLIND, PLAIN
from server.shared.protocol.tabletop import Action, Choice, PlayAlone, SetRule, Setting, SettingValue
from tests.client.boards import a_lobby

from .conftest import TABLE, Client

SWITCH = Setting("four_plus_pair", "Four and a pair", "House rules", "switch", False)
GOAL = Setting("goal", "Goal", "House rules", "number", 500, least=500, most=2000, step=500, none="no goal")
ENTRY = Setting("entry", "Entry", "House rules", "number", 0, least=0, most=900, step=100)
TIE = Setting("tie", "A tie", "House rules", "choice", "draw", (Choice("draw", "a draw"), Choice("shared", "shared")))


def with_value(setting: Setting, value: SettingValue) -> Setting:
    return Setting(
        setting.name, setting.label, setting.group, setting.kind, value, setting.choices, setting.least, setting.most,
        setting.step, setting.none,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("setting", "by", "value"),
    [
        (SWITCH, 1, True),
        (with_value(SWITCH, True), -1, False),
        (GOAL, 1, 1000),
        (GOAL, -1, None),
        (with_value(GOAL, None), 1, 500),
        (with_value(GOAL, None), -1, None),
        (with_value(GOAL, 2000), 1, 2000),
        (GOAL, 10, 2000),
        (with_value(GOAL, 1000), -10, 500),
        (ENTRY, -1, 0),
        (TIE, 1, "shared"),
        (TIE, -1, "draw"),
        (with_value(TIE, "shared"), 1, "shared"),
    ],
)
def test_values_step_to_their_ends_and_no_further(setting: Setting, by: int, value: SettingValue) -> None:
    assert stepped(setting, by) == value


def test_values_have_names() -> None:
    shown = [value_text(each) for each in (SWITCH, GOAL, with_value(GOAL, None), with_value(GOAL, 1500), TIE)]
    assert shown == ["off", "500", "no goal", "1,500", "a draw"]


def form(app: App, changes: list[tuple[str, SettingValue]], locked: str = "") -> Form:
    made = Form(lambda: (SWITCH, GOAL, TIE), lambda: locked, lambda *change: changes.append(change), PLAIN)
    made.rect = Rect(0, 0, 150, 100)
    app.canvas.begin((320, 240), 1)
    made.draw(app.canvas)
    return made


def test_a_click_left_of_the_middle_goes_back_and_right_of_it_goes_on(app: App) -> None:
    changes: list[tuple[str, SettingValue]] = []
    made = form(app, changes)
    goal = made._fields["goal"]
    made.press(goal.x + 2, goal.y + 2, mouse.LEFT)
    made.press(goal.right - 2, goal.y + 2, mouse.LEFT)
    assert not made.press(goal.x + 2, goal.y - 6, mouse.LEFT)
    assert changes == [("goal", None), ("goal", 1000)]


def test_keys_walk_through_the_rows_and_change_them(app: App) -> None:
    changes: list[tuple[str, SettingValue]] = []
    made = form(app, changes)
    made.key(key.ENTER, 0)
    made.key(key.DOWN, 0)
    made.key(key.RIGHT, key.MOD_SHIFT)
    made.key(key.DOWN, 0)
    made.key(key.LEFT, 0)
    made.key(key.RIGHT, 0)
    assert changes == [("four_plus_pair", True), ("goal", 2000), ("tie", "shared")]
    assert not made.key(key.DOWN, 0)


def test_who_is_not_the_host_changes_nothing_and_hears_why(app: App) -> None:
    changes: list[tuple[str, SettingValue]] = []
    made = form(app, changes, locked="Only the host changes the rules.")
    made.key(key.ENTER, 0)
    made.press(*made._fields["goal"].centre, mouse.LEFT)
    assert changes == []
    assert made.tip == "Only the host changes the rules."
    assert not made.focusable


def test_the_host_of_a_lobby_sets_rules_through_the_tray(client: Client) -> None:
    lobby = replace(a_lobby(), host="p-ada", settings=(GOAL,), alone=Action("alone", True))
    screen = client.open_board(lobby)
    screen.resize(640, 360)
    screen.tray.tabs.choose(2)
    client.frames(0.05)
    screen.tray.form.key(key.RIGHT, 0)
    screen.buttons.alone.activate()
    assert [(rule.table, rule.name, rule.value) for rule in client.script.heard_of(SetRule)] == [(TABLE, "goal", 1000)]
    assert len(client.script.heard_of(PlayAlone)) == 1
    client.show(a_lobby())
    client.frames(0.05)
    assert screen.tray.tabs.labels == ["Log", "Rules", "Help", "More"]
    assert not screen.tray.form.visible


def test_settings_take_effect_at_once_and_are_kept(app: App) -> None:
    app.push(SettingsScreen(app))
    screen = app.screen
    assert isinstance(screen, SettingsScreen)
    changes: dict[str, SettingValue] = {
        "colour_blind_palette": True,
        "mouse_sensitivity": 150,
        "field_of_view": 90,
        "gui_scale": None,
        "reduced_motion": True,
        "invert_mouse": True,
        "view_distance": 8 * 16,
    }
    assert {setting.name for setting in screen._settings()} == set(changes)
    for name, value in changes.items():
        screen._change(name, value)
    app.frame(0.05)
    assert app.accents is COLOUR_BLIND
    assert app.view.field_of_view == 90.0
    assert app.reduced_motion
    kept = Profile(app.profile.folder).settings
    assert (kept.mouse_sensitivity, kept.gui_scale, kept.view_distance, kept.invert_mouse) == (1.5, 0, 8, True)
    assert kept.name == "Ada"


def test_the_chosen_value_is_explained_below_its_field(client: Client, written: list[str]) -> None:
    rule_sets = (Choice("classic", "Classic", "Every first bank counts."), Choice("folk", "Folk", "Fixed prices."))
    setting = Setting("rule_set", "Rule set", "The game", "choice", "folk", rule_sets)
    screen = client.open_board(replace(a_lobby(), host="p-ada", settings=(setting,)))
    screen.resize(640, 360)
    screen.tray.tabs.choose(screen.tray.tabs.labels.index("Setup"))
    written.clear()
    client.frames(0.05)
    assert "Fixed prices." in written
    assert "Every first bank counts." not in written
