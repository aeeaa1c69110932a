"""The version of the game: the package's own, and what each side names when they meet."""

VERSION = "0.1.0"
