"""What the project takes of the Unicode Character Database, and the script that takes it. It runs on nobody's machine
but a developer's."""
