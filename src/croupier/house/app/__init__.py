"""The only way into the streams: a command is decided, stored, and only then answered."""
