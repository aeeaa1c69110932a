"""Paints every picture the game shows and writes the models, names and font that go with them.

Run `python -m assets.paint`; the result is the same bytes every time. Needs Pillow and numpy, and is not
part of the wheel: players receive the painted files.
"""
