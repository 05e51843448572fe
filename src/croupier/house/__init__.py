"""The house: durable tables, a ledger, linked progressives and the service in front of them."""
