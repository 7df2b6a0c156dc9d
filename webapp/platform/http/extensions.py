"""The extensions of Flask for pages, made here and bound to an application in `create_app`."""

from flask_login import LoginManager
from flask_wtf.csrf import CSRFProtect

login_manager = LoginManager()
csrf = CSRFProtect()
