"""Charges made by hand: arms, tools, ships, vessels and buildings."""

from apps.heraldry.charges.drawing import Charge
from apps.heraldry.charges.outline import around, blob, disc, hole, limb, line, mirror

TOWER = Charge(
    "tour",
    "tours",
    feminine=True,
    body="M20 97V87H26V43L18 37V10H31V20H43V10H57V20H69V10H82V37L74 43V87H80V97z",
    lines="M26 43H74M26 87H74M26 57H36M64 57H74M44 57H56M26 72H36M64 72H74M40 43V30M60 43V30M20 30H80",
    spots="M41 97V78C41 66 59 66 59 78V97zM47 62V50A3 3 0 0 1 53 50V62z",
)

SWORD = Charge(
    "épée",
    "épées",
    feminine=True,
    body="M50 1L57 13V64H57L79 60V70L57 73H54.5V86H45.5V73H43L21 70V60L43 64V13z" + disc(50, 91.5, 7.5),
    lines="M50 12V58M45.5 78H54.5M45.5 82.5H54.5" + disc(50, 91.5, 3),
)

AXE = Charge(
    "hache",
    "haches",
    feminine=True,
    body="M62 4H70V99H62z"
    + blob("62,14! 50,16 36,12 24,4! 12,22 9,40 14,58 24,70! 36,60 50,56 62,57!")
    + "M70 26H78V46H70z",
    lines=line("28,14 20,26 18,40 21,54 27,62") + "M62 64H70M62 92H70",
)

HAMMER = Charge(
    "marteau",
    "marteaux",
    body="M43 36H57V99H43z" + blob("14,8! 86,8! 90,24 84,42! 64,38 50,46 36,38 16,42! 10,24"),
    lines="M43 56H57M43 62H57M43 92H57" + line("24,16 22,26 25,34; 76,16 78,26 75,34"),
)

ARROW = Charge(
    "flèche",
    "flèches",
    feminine=True,
    body="M47 14H53V92H47z"
    + blob("50,1! 58,18 68,34! 50,27! 32,34! 42,18")
    + "M50 62L68 72V98L50 88L32 98V72z",
    lines="M50 66V88M59 72V88M41 72V88M50 8V22",
)

KEY = Charge(
    "clef",
    "clefs",
    feminine=True,
    body="M45 44H55V99H45zM38 44H62V51H38zM55 68H76V76H70V83H76V91H55z"
    + "".join(disc(x, y, 15) + hole(x, y, 7) for x, y in ((50, 16), (35, 31), (65, 31))),
    lines="M50 56V94",
)

SHIP = Charge(
    "nef",
    "nefs",
    feminine=True,
    body=blob("6,58! 12,62! 20,66! 80,66! 88,62! 96,56! 94,72 86,86 76,94! 24,94! 14,86 7,74")
    + "M47.5 4H52.5V66H47.5z"
    + blob("52,16! 66,18 80,26 84,40 80,56! 70,52 60,52 52,55!")
    + blob("48,16! 34,18 20,26 16,40 20,56! 30,52 40,52 48,55!")
    + "M52 3L76 7L64 10L72 14L52 13z",
    lines=line("11,74 30,78 70,78 90,73; 66,22 70,36 67,51; 34,22 30,36 33,51") + "M24 66V61M76 66V61",
    spots=disc(30, 71, 2) + disc(43, 72, 2) + disc(57, 72, 2) + disc(70, 71, 2),
)

HORN = Charge(
    "cor de chasse",
    "cors de chasse",
    body=blob(
        "3,46! 12,40 18,44! 22,58 34,68 50,72 66,68 76,58 80,48! 77,46! 84,38 92,36! 96,48 90,64 76,80 58,89 "
        "40,88 22,78 10,64"
    )
    + "M24 56C28 24 40 10 50 10C60 10 72 22 77 52L72.5 53C68 29 59 15 50 15C41 15 33 28 28.5 57z"
    + "M50 14L60 30L56 34L50 26L44 34L40 30z",
    lines=line("24,60 17,70; 36,69 33,80; 66,68 70,80; 76,60 84,68"),
)

ANCHOR = Charge(
    "ancre",
    "ancres",
    feminine=True,
    body="M45.5 22H54.500V90H45.500z"
    + "M26 28H74V36H26z"
    + disc(26, 32, 5)
    + disc(74, 32, 5)
    + mirror("50,84! 62,82 74,74 80,62! 73,62! 88,44! 95,68! 89,65 82,80 68,92 50,99!")
    + "M50 1A11.5 11.5 0 1 1 49.9 1zM50 7A5.5 5.5 0 1 0 50.1 7z",
    lines="M50 42V80",
)

CHALICE = Charge(
    "calice",
    "calices",
    body=mirror(
        "50,8! 80,8! 79,28 72,44 60,52 55,56! 55,62! 62,65 62,71 55,74! 56,82 64,88 78,92! 78,98! 50,98!"
    ),
    lines="M22 18H78M42 56H58M42 92H58M50 26V40M43 33H57",
)

CROWN = Charge(
    "couronne",
    "couronnes",
    feminine=True,
    body=mirror("50,24! 56,40 64,54! 68,42 74,32! 80,46 82,58! 87,46 94,32! 92,54 86,78! 84,90! 50,92!")
    + disc(50, 19, 7)
    + disc(74, 28, 6)
    + disc(26, 28, 6)
    + disc(94, 28, 5)
    + disc(6, 28, 5),
    lines=line("15,76 50,79 85,76"),
    spots=disc(50, 85.5, 2.6) + disc(34, 84.5, 2.3) + disc(66, 84.5, 2.3),
)

WHEEL = Charge(
    "roue",
    "roues",
    feminine=True,
    body=disc(50, 50, 48)
    + hole(50, 50, 36)
    + disc(50, 50, 11)
    + "".join(limb(f"50,50,6 {x:.1f},{y:.1f},6") for x, y in around(8, 38)),
    lines=disc(50, 50, 42),
    spots=disc(50, 50, 4),
)

HARP = Charge(
    "harpe",
    "harpes",
    feminine=True,
    body=blob(
        "18,6! 28,2 36,8 34,16! 40,14 54,20 66,20 80,12 92,10! 94,18 88,26 74,32 60,32 46,28 34,26! 26,24 "
        "20,16"
    )
    + "M18 10H27V88H18z"
    + blob("14,84! 30,84! 34,90! 44,86 70,60 84,28! 92,26! 86,56 64,84 44,97 20,98! 12,94!"),
    lines="M36 26V86M45 29V79M54 32V70M63 33V60M72 33V48",
    width=1.8,
)
