"""Who plays: identity, login, bodies in motion, permissions, chat and commands."""
