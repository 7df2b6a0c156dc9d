"""The Flask extensions, made here and bound to an application in `create_app`."""

from flask_login import LoginManager
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect

from webapp.platform.models.base import Base

db = SQLAlchemy(
    model_class=Base,
    disable_autonaming=True,
    # A request commits once, at its end, and answers from what it has: nothing is read twice.
    session_options={"expire_on_commit": False},
)
login_manager = LoginManager()
csrf = CSRFProtect()
