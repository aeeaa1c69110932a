"""One view per screen: show, arrange, draw, update and input."""
