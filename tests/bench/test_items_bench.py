"""How long it takes to find a grid's recipe and to compute a click."""

from pytest_benchmark.fixture import BenchmarkFixture

from server.items import RecipeBook
from server.shared.content import WOODS
from server.shared.data_folders import RECIPES
from server.shared.inventory.clicks import QUICK, click
from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.stack import MAX_STACK, Stack
from server.shared.protocol.items import Click
from tests.items.cellar import TABLE, Cellar

BOOK = RecipeBook.from_packs([RECIPES])
PLANKS = [f"minecraft:{wood}_planks" for wood in WOODS]


def test_matching_a_farkle_board(benchmark: BenchmarkFixture) -> None:
    grid = [*PLANKS, *PLANKS[:3], "minecraft:lime_wool", "minecraft:bone_meal"]
    assert benchmark(BOOK.match, grid, 3) is not None


def test_matching_a_shaped_recipe(benchmark: BenchmarkFixture) -> None:
    plank, stick = PLANKS[0], "minecraft:stick"
    assert benchmark(BOOK.match, [plank, plank, plank, stick, None, stick, stick, None, stick], 3) is not None


def test_matching_nothing(benchmark: BenchmarkFixture) -> None:
    assert benchmark(BOOK.match, ["minecraft:stone"] * 9, 3) is None


def test_a_shift_click_into_a_full_inventory(benchmark: BenchmarkFixture) -> None:
    layout = LAYOUTS["chest"]
    slots = (Stack("minecraft:dirt", 60), *[Stack("minecraft:stone", 64)] * (layout.size - 1))
    outcome = benchmark(lambda: click(layout, slots, None, slot=0, mode=QUICK, size=lambda item: MAX_STACK))
    assert outcome is not None
    assert outcome.slots == slots


def test_loading_the_shipped_pack(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(RecipeBook.from_packs, [RECIPES]).recipes) == 30


def test_a_click_among_fifty_players_with_open_windows(benchmark: BenchmarkFixture) -> None:
    cellar = Cellar()
    guests = [cellar.guest(f"player{number}") for number in range(50)]
    for guest in guests:
        assert guest.use(TABLE) == "done"
    cellar.fill("player:player0", {0: Stack("minecraft:oak_log", 64)})
    ada = guests[0]
    number = ada.other
    slot = LAYOUTS["crafting"].player[0]

    def pick_up_and_put_down() -> None:
        for _ in range(2):
            ada.listen()
            cellar.engine.receive(ada.peer.number, Click(1, number, ada.windows[number].revision, slot, 0, "pickup"))
            cellar.engine.tick()

    benchmark(pick_up_and_put_down)
    assert cellar.holding("player:player0")[0] == Stack("minecraft:oak_log", 64)
