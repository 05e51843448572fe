"""The house over HTTP and WebSocket: commands in, events out."""
