"""Those who look at a house: what each is told, and when."""
