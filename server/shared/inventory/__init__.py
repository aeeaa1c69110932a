"""Stacks, the layouts of windows, and what a click does to them: pure, so that a client can predict it."""
