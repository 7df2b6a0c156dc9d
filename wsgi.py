"""The entry point of a WSGI server: `gunicorn wsgi:app`."""

from webapp.application import create_app

app = create_app()
