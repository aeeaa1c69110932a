"""Block states and shapes, column arrays, body motion and ray casting: one truth for both sides."""
