"""What an attacker may know: texts about people, compiled so that an attack costs milliseconds.

sources.py       people read from the files that a user gives
near_copies.py   the protected texts themselves, taken out of what an attacker knows
building.py      a background compiled into a folder
opened.py        the folder, opened and asked
"""

from privacy.background.building import Summary, build
from privacy.background.opened import Background
from privacy.background.sources import Person, read_people

__all__ = ["Background", "Person", "Summary", "build", "read_people"]
