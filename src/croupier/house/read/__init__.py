"""What is read from the log: rounds, audit, reports, proof. Nothing here writes."""
