"""The program that runs a house: settings, keys, backups, archives, supervision."""
