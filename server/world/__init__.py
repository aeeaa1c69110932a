"""The ground under everything: generation, the tavern, columns, blocks and drops."""
