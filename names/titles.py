"""Titles, ranks and forms of address before names, suffixes behind them, particles within them."""

from __future__ import annotations

from enum import StrEnum


class Gender(StrEnum):
    """The gender that a title, a word of kinship or a pronoun says a person has."""

    FEMALE = "f"
    MALE = "m"


_FEMALE = (
    "mrs ms miss lady dame countess baroness duchess princess queen empress sister madam madame "
    "mme mlle mademoiselle frau fraulein fru senora signora dona donna marquise tsarina sultana"
)
_MALE = (
    "mr sir lord count baron duke prince king emperor brother father fr monsieur mister herr "
    "senor signor signore don marquis earl tsar sultan sheikh pope"
)
_LEARNED_OR_IN_OFFICE = (
    "dr doctor prof professor judge justice rev reverend hon honourable honorable president "
    "chancellor minister senator sen governor gov mayor saint st bishop archbishop cardinal rabbi "
    "imam advocate attorney nurse chief mx pastor coach deacon vicar chaplain midwife principal "
    "councillor cllr congressman congresswoman ambassador magistrate coroner barrister"
)
_RANKS = (
    "captain capt colonel col general gen major maj lieutenant lt sergeant sgt admiral commander "
    "cmdr cdr inspector insp superintendent supt constable officer deputy sheriff trooper "
    "detective det corporal cpl private pte pvt gunner sapper bombardier brigadier brig adm "
    "commodore ensign marshal commissioner pc wpc dc ds dci dcs dsi"
)
TITLES: dict[str, Gender | None] = {
    **dict.fromkeys(f"{_LEARNED_OR_IN_OFFICE} {_RANKS} the his her".split()),
    **dict.fromkeys(_FEMALE.split(), Gender.FEMALE),
    **dict.fromkeys(_MALE.split(), Gender.MALE),
}
ONLY_TITLES = frozenset(
    "mr mrs ms mx miss dr prof sgt lt capt cpl insp det pte pvt cmdr cdr maj supt brig cllr rev "
    "messrs drs mme mlle".split()
)
"""Titles that are nothing else, so that what follows is a name whatever the word."""
CIVIL = frozenset({"mr", "mrs", "ms", "miss", "mx"})
LEARNED = frozenset({"dr", "doctor", "prof", "professor"})
SUFFIXES = frozenset(
    "jr sr junior senior ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi phd md esq qc kc obe "
    "mbe cbe kbe mp mep ma ba".split()
)
PARTICLES = frozenset(
    "von van de der den del della di da das do dos du la le las los al el bin ibn ben ter ten te "
    "zu zur zum af av ap ab of o d' l'".split()
)
CHILDREN = frozenset({"baby", "infant", "newborn", "twin"})
"""Words that stand for the given name of who has none yet: "baby Thornton"."""
