"""The streams as a process holds them: the state that each leads to, now and back then."""
