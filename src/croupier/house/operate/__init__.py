"""Running a house: settings, keys, backups, archives, supervision."""
