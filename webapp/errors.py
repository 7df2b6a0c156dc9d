"""What the verbs of the house refuse, and why; the messages are meant for people."""


class SettingError(Exception):
    """A setting is missing or wrong; the message names it."""


class DomainError(Exception):
    """A rule of the house forbids what was asked; the message is meant for people."""

    status = 422


class ConflictError(DomainError):
    """Somebody else changed the object meanwhile."""

    status = 409


class ForbiddenError(DomainError):
    """The person may not do that, whatever the state."""

    status = 403
