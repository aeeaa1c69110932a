"""What both sides hold true, without input, output or authority; all of the server that the client may import."""
