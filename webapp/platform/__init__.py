"""What the application stands on: settings, database, errors, HTTP, static files, supervision."""
