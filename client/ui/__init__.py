"""The interface: theme, pixel font, canvas, widgets and screens. All positions are GUI units from the top left."""
