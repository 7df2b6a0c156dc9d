"""The web application: people, HTTP, database, jobs, command line."""
