"""The ground of the application: settings, database, errors, HTTP, static files, supervision."""
