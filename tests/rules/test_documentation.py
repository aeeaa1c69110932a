"""What the package says of itself is true."""

import doctest
import importlib
import pkgutil

import server.rules


def test_the_examples_in_the_documentation_run_as_printed() -> None:
    assert doctest.testmod(server.rules).attempted > 5
    assert doctest.testmod(server.rules).failed == 0


def test_every_module_says_what_lives_in_it_and_every_public_name_has_a_word_about_it() -> None:
    for found in pkgutil.iter_modules(server.rules.__path__, "server.rules."):
        module = importlib.import_module(found.name)
        assert module.__doc__
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", None) == found.name and not name.startswith("_") and callable(thing):
                assert thing.__doc__, f"{found.name}.{name}"
