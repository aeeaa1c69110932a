"""Everything that shows. It decides nothing and knows no rules."""

import pyglet

# pyglet would ask OpenGL for an error after each call, which costs milliseconds a frame; it reads this when its OpenGL
# is first imported, so that no way into the client may come before this line.
pyglet.options.debug_gl = False
