"""People as the program serves them: registering, logging in, proving who they are."""
