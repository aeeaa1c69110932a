"""The board screen: seats, dice, buttons and tray of one table."""
