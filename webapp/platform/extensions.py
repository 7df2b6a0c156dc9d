"""The extension of Flask for the database, bound to an application in `create_pageless_app`."""

from flask_sqlalchemy import SQLAlchemy

from webapp.platform.models.base import Base

db = SQLAlchemy(
    model_class=Base,
    disable_autonaming=True,
    # A request commits once, at its end, and answers from what it has: nothing is read twice.
    session_options={"expire_on_commit": False},
)
