"""The plugin that puts dice on tables. Nothing of the core imports it; it comes in by its entry point."""
