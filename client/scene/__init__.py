"""The world and the table in 3D."""
