"""Who holds what: holders and the ledger, recipes and crafting."""
