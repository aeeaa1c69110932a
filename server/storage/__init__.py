"""What survives: the schema, its migrations, and the journal that commits one tick at a time."""
