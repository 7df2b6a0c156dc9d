"""What operations refuse, and why; the messages are meant for people."""


class SettingError(Exception):
    """A setting is missing or wrong; the message names it."""


class DomainError(Exception):
    """A rule of the application forbids what was asked; the message is meant for people."""

    status = 422
    title = "That did not work"


class ConflictError(DomainError):
    """Somebody else changed the object meanwhile."""

    status = 409


class ForbiddenError(DomainError):
    """The person may not do that, whatever the state."""

    status = 403


class ArchivedError(DomainError):
    """The project is archived, and what was asked would change it."""

    status = 409
    title = "Archived"

    def __init__(self) -> None:
        super().__init__(
            "This project is archived: it can be read and exported, but nothing in it can be"
            " changed. An admin can bring it back under Settings."
        )


class BusyError(Exception):
    """The database was not free in time: the same may succeed a moment later."""

    status = 503
    title = "Just a moment"
    retry_after_seconds = 1

    def __init__(self) -> None:
        super().__init__(
            "The database is busy: somebody else is writing much at once. "
            "Nothing was changed; please try again in a moment."
        )


class NoSuchPageError(DomainError):
    """Projects of this kind have no such page; the message says what they have."""

    status = 404
    title = "Not in this project"
