"""French words for what the data files name by code: weapons, terrain, orders, scenarios, roles, options."""

from engines.core.texts import Text, gettext_noop, say

WEAPON_NAMES = {
    "war_crossbow": gettext_noop("arbalète de guerre"),
    "bow": gettext_noop("arc"),
    "longbow": gettext_noop("longbow"),
    "sling": gettext_noop("fronde"),
    "light_crossbow": gettext_noop("arbalète légère"),
    "staff_sling": gettext_noop("fustibale"),
    "javelin": gettext_noop("javelots"),
    "javelin_riding": gettext_noop("javelot lancé au galop"),
    "stones": gettext_noop("pierres"),
    "lance": gettext_noop("lance"),
    "heavy_lance": gettext_noop("lance lourde"),
    "pole": gettext_noop("arme d’hast"),
    "great_axe": gettext_noop("hache à deux mains"),
    "great_sword": gettext_noop("épée à deux mains"),
    "heavy_tool": gettext_noop("outil lourd à deux mains"),
    "fork": gettext_noop("fourche"),
    "sword": gettext_noop("épée"),
    "axe": gettext_noop("hache"),
    "mace": gettext_noop("masse"),
    "short_tool": gettext_noop("outil court"),
    "knife": gettext_noop("couteau"),
}

TERRAIN_NAMES = {
    "open": gettext_noop("terrain dégagé"),
    "road": gettext_noop("route"),
    "hill": gettext_noop("colline"),
    "brush": gettext_noop("broussailles"),
    "forest": gettext_noop("forêt"),
    "dense_forest": gettext_noop("forêt épaisse"),
    "bank": gettext_noop("talus"),
    "ditch": gettext_noop("fossé"),
    "steep": gettext_noop("pente raide"),
    "stakes": gettext_noop("pieux"),
    "low_wall": gettext_noop("muret"),
    "low_fence": gettext_noop("barrière"),
    "hedge": gettext_noop("haie"),
    "palisade": gettext_noop("palissade"),
    "rampart": gettext_noop("rempart"),
    "rocks": gettext_noop("rochers"),
    "marsh": gettext_noop("marais"),
    "shallow": gettext_noop("eau peu profonde"),
    "deep": gettext_noop("eau profonde"),
    "house": gettext_noop("maison"),
    "cart": gettext_noop("charrette"),
    "tree": gettext_noop("arbre"),
    "crag": gettext_noop("paroi"),
    "ladder": gettext_noop("échelle"),
}

ACT_NAMES = {
    "hold": gettext_noop("tenir"),
    "move": gettext_noop("marcher"),
    "charge": gettext_noop("charger"),
    "keep_distance": gettext_noop("garder ses distances"),
    "follow": gettext_noop("suivre"),
    "crouch": gettext_noop("se baisser"),
    "reload": gettext_noop("recharger"),
    "work": gettext_noop("travailler"),
    "mount": gettext_noop("monter en selle"),
    "dismount": gettext_noop("mettre pied à terre"),
    "form_close": gettext_noop("serrer les rangs"),
    "join_close": gettext_noop("rejoindre les rangs"),
    "break_close": gettext_noop("rompre les rangs"),
    "leave_melee": gettext_noop("quitter la mêlée"),
    "cross_carefully": gettext_noop("franchir prudemment"),
    "jump": gettext_noop("sauter l’obstacle"),
    "climb": gettext_noop("monter à l’échelle"),
    "embark": gettext_noop("embarquer"),
    "land": gettext_noop("débarquer"),
    "pick_up": gettext_noop("ramasser"),
    "drop": gettext_noop("poser"),
    "hand_over": gettext_noop("donner"),
    "talk": gettext_noop("parler"),
    "help": gettext_noop("aider"),
    "cut_lance": gettext_noop("raccourcir la lance"),
    "caracole": gettext_noop("caracoler"),
    "surrender": gettext_noop("se rendre"),
    "flee": gettext_noop("fuir"),
}

COST_LINES = {
    "class": gettext_noop("classe et rang"),
    "horse": gettext_noop("cheval"),
    "pack": gettext_noop("animal de bât"),
    "no_saddle": gettext_noop("sans selle ni étriers"),
    "armour": gettext_noop("armure"),
    "shield": gettext_noop("grand bouclier ou pavois"),
    **WEAPON_NAMES,
}

TITLES = (
    gettext_noop("Maisonnée saxonne"),
    gettext_noop("Pillards vikings"),
    gettext_noop("Maison de chevaliers"),
    gettext_noop("Milice communale"),
    gettext_noop("Retenue anglaise"),
    gettext_noop("Compagnie française"),
    gettext_noop("Bande picte"),
    gettext_noop("Le village pillé"),
    gettext_noop("Le convoi"),
    gettext_noop("Le fort secouru"),
    gettext_noop("L’embuscade"),
    gettext_noop("Pillard"),
    gettext_noop("Défenseur"),
    gettext_noop("Convoi"),
    gettext_noop("Assaillant"),
    gettext_noop("Troisième larron"),
    gettext_noop("Garnison"),
    gettext_noop("Assiégeant"),
    gettext_noop("Secours"),
    gettext_noop("Colonne"),
    gettext_noop("Embusqué"),
)

EDGE_NAMES = {
    "west": gettext_noop("bord ouest"),
    "east": gettext_noop("bord est"),
    "north": gettext_noop("bord nord"),
    "south": gettext_noop("bord sud"),
}

ROLE_NAMES = {
    "troop_chief": gettext_noop("chef de troupe"),
    "chief": gettext_noop("chef"),
    "banner": gettext_noop("porte-bannière"),
    "musician": gettext_noop("musicien"),
    "healer": gettext_noop("guérisseur"),
    "hero": gettext_noop("héros (deux vies)"),
    "vip": gettext_noop("personnage à escorter"),
}

TRAIT_NAMES = {
    "local": gettext_noop("du pays"),
    "dispersed_drill": gettext_noop("exercé à l’ordre dispersé"),
    "english_welsh": gettext_noop("anglais ou gallois"),
    "close_drill": gettext_noop("exercé à l’ordre serré"),
    "late_pole_drill": gettext_noop("armes d’hast en rangs"),
    "late_lance": gettext_noop("lance lourde tardive"),
    "clumsy": gettext_noop("maladroit"),
    "slow": gettext_noop("lent"),
    "pavise_on_back": gettext_noop("pavois au dos"),
}

MOUNT_NAMES = {
    "foot": gettext_noop("à pied"),
    "cavalier": gettext_noop("cavalier"),
    "mounted_inf": gettext_noop("piéton monté"),
    "pack": gettext_noop("animal de bât"),
}

SHIELD_NAMES = {
    "none": gettext_noop("sans bouclier"),
    "large": gettext_noop("grand bouclier"),
    "pavise": gettext_noop("pavois"),
}

ARMOUR_NAMES = {
    0: gettext_noop("sans armure"),
    4: gettext_noop("armure 4 (mailles, brigandine)"),
    5: gettext_noop("armure 5 (harnois complet)"),
}

TEST_NAMES = {
    "hazard": gettext_noop("danger"),
    "perception": gettext_noop("perception"),
    "fall": gettext_noop("chute"),
    "morale": gettext_noop("moral"),
}

ERA_NAMES = {
    "early": gettext_noop("haut Moyen Âge"),
    "feudal": gettext_noop("époque féodale"),
    "hyw": gettext_noop("guerre de Cent Ans"),
}

OBJECTIVE_NAMES = {
    "items_off": gettext_noop("par objet emporté hors de la table"),
    "carry": gettext_noop("par objet porté jusqu’au bord"),
    "items_kept": gettext_noop("par objet gardé ou repris"),
    "kill_score": gettext_noop("par dix points d’ennemis tués ou pris"),
    "kill": gettext_noop("pour la mort d’un ennemi"),
    "capture": gettext_noop("pour la capture d’un ennemi"),
    "exit": gettext_noop("pour qui sort de la table"),
    "protect": gettext_noop("pour qui reste en vie"),
    "in_zone": gettext_noop("pour tenir une zone"),
    "no_enemy_in": gettext_noop("pour une zone sans ennemi"),
    "beasts_off": gettext_noop("par mulet mené hors de la table"),
    "beasts_saved": gettext_noop("par mulet sauvé, quel que soit son maître"),
    "beasts_held": gettext_noop("par mulet tenu à la fin"),
    "beasts_taken": gettext_noop("pour des mulets pris"),
    "beasts_in": gettext_noop("par mulet dans une zone"),
    "beasts_lost": gettext_noop("par mulet ennemi pris ou mort"),
    "losses_below": gettext_noop("pour des pertes limitées"),
    "more_points_than": gettext_noop("pour plus de points restants qu’un autre"),
    "touch": gettext_noop("pour avoir rejoint un figurant"),
    "emblem_taken": gettext_noop("pour une enseigne prise"),
    "gm": gettext_noop("selon l’organisateur"),
}

SCRIPT_NAMES = {
    "stay": gettext_noop("reste sur place"),
    "flee": gettext_noop("fuit l’ennemi proche"),
    "defend": gettext_noop("charge l’ennemi proche"),
}

WEIGHT_NAMES = {
    "light": gettext_noop("léger"),
    "heavy": gettext_noop("lourd"),
    "very_heavy": gettext_noop("très lourd"),
}

ITEM_NAMES = {
    "sack": gettext_noop("sac"),
    "chest": gettext_noop("coffre"),
    "letter": gettext_noop("lettre"),
    "emblem": gettext_noop("enseigne"),
    "ladder": gettext_noop("échelle"),
    "boat": gettext_noop("barque"),
}
IN_A_SENTENCE = {
    "sack": gettext_noop("le sac"),
    "chest": gettext_noop("le coffre"),
    "letter": gettext_noop("la lettre"),
    "emblem": gettext_noop("l’enseigne"),
    "ladder": gettext_noop("l’échelle"),
    "boat": gettext_noop("la barque"),
}


def item_name(kind: str, id: str) -> Text:
    """« le sac (H1) »: a thing by its kind, and by what tells it from the others in the name its maker gave
    it."""
    called = id.partition("-")[2]
    named = say(IN_A_SENTENCE[kind]) if kind in IN_A_SENTENCE else say("{id}", id=id)
    return say("{kind} ({called})", kind=named, called=called) if called and kind in IN_A_SENTENCE else named


OPENING_NAMES = {
    "door": gettext_noop("porte"),
    "gate": gettext_noop("grande porte"),
    "window": gettext_noop("fenêtre"),
    "slit": gettext_noop("meurtrière"),
    "gap": gettext_noop("passage"),
}
