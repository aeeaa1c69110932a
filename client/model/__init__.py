"""What one session knows of the world: columns, bodies, windows and tables. No window, no socket, no OpenGL."""
