"""Names of players: which there may be, and which of them people would take for each other. Both sides need this."""
