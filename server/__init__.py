"""Everything that decides: the world, its items, its tables and the dice."""
