"""The French names of Orders, zones, tracks and tokens, as players read them."""

from engines.core.texts import Text, gettext_noop

ORDER_NAMES = {
    "temple": Text(gettext_noop("l’Ordre du Temple")),
    "teutonic": Text(gettext_noop("l’Ordre Teutonique")),
    "sepulchre": Text(gettext_noop("l’Ordre du Saint-Sépulcre")),
    "lazarus": Text(gettext_noop("l’Ordre de Saint-Lazare")),
    "hospital": Text(gettext_noop("l’Ordre des Hospitaliers")),
}
ORDER_SUBJECTS = {
    key: Text(f"L{name.msgid[1:]}") for key, name in ORDER_NAMES.items()
}  # they begin sentences
ORDER_SHORT = {
    "temple": "Temple",
    "teutonic": "Teutonique",
    "sepulchre": "Saint-Sépulcre",
    "lazarus": "Saint-Lazare",
    "hospital": "Hospitaliers",
}
ORDER_POWERS = {
    "temple": Text(gettext_noop("Chaque bénédiction rapporte 2 pièces de plus.")),
    "teutonic": Text(gettext_noop("La candidature coûte 2 pièces de moins.")),
    "sepulchre": Text(gettext_noop("Les actions de la commanderie coûtent 2 pièces de moins.")),
    "lazarus": Text(gettext_noop("Chaque visite au pape coûte 2 pièces de moins.")),
    "hospital": Text(gettext_noop("Les blasphèmes coûtent 2 pièces de moins.")),
}

ZONE_SHORT = {
    "edessa": "Édesse",
    "antioch": "Antioche",
    "tripoli": "Tripoli",
    "acre": "Acre",
    "jerusalem": "Jérusalem",
    "blessing": "Bénédiction",
    "blasphemy": "Blasphème",
    "application": "Candidature",
    "commandery": "Commanderie",
    "pope": "Pape",
}
ZONE_NAMES = {  # with their preposition: a militia stands there or goes there
    "edessa": Text(gettext_noop("à Édesse")),
    "antioch": Text(gettext_noop("à Antioche")),
    "tripoli": Text(gettext_noop("à Tripoli")),
    "acre": Text(gettext_noop("à Acre")),
    "jerusalem": Text(gettext_noop("à Jérusalem")),
    "blessing": Text(gettext_noop("à la bénédiction")),
    "blasphemy": Text(gettext_noop("au blasphème")),
    "application": Text(gettext_noop("à la candidature")),
    "commandery": Text(gettext_noop("à la commanderie")),
    "pope": Text(gettext_noop("chez le pape")),
    "hall": Text(gettext_noop("dans la salle du chapitre")),
    "column": Text(gettext_noop("dans la colonne du pape")),
}
ZONE_NAMES |= {
    f"baphomet{number}": Text(gettext_noop("chez Baphomet, sur le {number}"), {"number": number})
    for number in range(1, 7)
}

TRACK_NAMES = {"military": Text(gettext_noop("militaire")), "religious": Text(gettext_noop("religieux"))}
TRACK_SHORT = {"military": "militaire", "religious": "religieux"}
TOKEN_NAMES = {
    "blessing": Text(gettext_noop("une bénédiction")),
    "blasphemy": Text(gettext_noop("un blasphème")),
    "application": Text(gettext_noop("une candidature")),
}
TOKEN_SHORT = {"blessing": "bénédiction", "blasphemy": "blasphème", "application": "candidature"}


def coins(n: int) -> Text:
    """An amount of coins in words."""
    if n < 2:
        return Text(gettext_noop("1 pièce") if n else gettext_noop("0 pièce"))
    return Text(gettext_noop("{n} pièces"), {"n": n})


def with_sign(steps: int) -> str:
    if steps > 0:
        return f"+{steps}"
    return f"−{-steps}" if steps else "0"
