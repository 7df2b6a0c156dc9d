"""The entry point of a WSGI server: `gunicorn wsgi:app`."""

from webapp import create_app

app = create_app()
