"""Charges that are signs: crosses, stars, flowers and plants."""

from math import cos, pi, sin

from apps.heraldry.charges.drawing import Charge
from apps.heraldry.charges.outline import around, blob, disc, line, mirror, star

FLEUR_DE_LIS = Charge(
    "fleur de lys",
    "fleurs de lys",
    feminine=True,
    body=mirror(
        "50,1! 57,11 65,24 66,36 62,48 57,58! 61,45 70,35 82,32 92,38 97,50 93,63 85,70! 86,61 83,54 77,52 "
        "71,55 67,61 66,65! 70,65! 70,74! 63,74! 66,82 73,89! 61,88 55,92 50,99!"
    ),
    lines="M30 69.500H70" + line("50,12 50,58") + "M50 76V92",
)

ROSE = Charge(
    "rose",
    "roses",
    feminine=True,
    body="".join(
        (
            star(5, 49, 30, turn=0.5),
            *(disc(x, y, 20) for x, y in around(5, 27)),
            disc(50, 50, 26),
        )
    ),
    lines="".join(disc(x, y, 11) for x, y in around(5, 17, turn=0.5)),
    spots=disc(50, 50, 8.5),
)

MULLET = Charge(
    "étoile",
    "étoiles",
    feminine=True,
    body=star(5, 50, 20.5, y=53),
    lines="".join(f"M50 53L{x:.1f} {y:.1f}" for x, y in around(5, 44, y=53)),
    width=1.6,
)

ESTOILE = Charge(
    "étoile à huit rais",
    "étoiles à huit rais",
    feminine=True,
    body=star(8, 50, 19),
    lines=disc(50, 50, 9),
)

CRESCENT = Charge(
    "croissant",
    "croissants",
    body="M23.2 17.100A44 44 0 1 0 76.8 17.100A34 34 0 1 1 23.2 17.100z",
    lines=line("17,40 21,60 34,76 50,81 66,76 79,60 83,40"),
)


def _sun() -> str:
    """Sixteen rays, straight and waving in turn, around a disc."""
    parts = [disc(50, 50, 25)]
    for index in range(16):
        angle = 2 * pi * index / 16 - pi / 2
        length, bend = (50, 0.0) if index % 2 == 0 else (45, 0.16)
        tip = (50 + length * cos(angle + bend), 50 + length * sin(angle + bend))
        a = (50 + 24 * cos(angle - 0.19), 50 + 24 * sin(angle - 0.19))
        b = (50 + 24 * cos(angle + 0.19), 50 + 24 * sin(angle + 0.19))
        parts.append(blob(f"{a[0]:.1f},{a[1]:.1f}! {tip[0]:.1f},{tip[1]:.1f}! {b[0]:.1f},{b[1]:.1f}!"))
    return "".join(parts)


SUN = Charge(
    "soleil",
    "soleils",
    body=_sun(),
    lines=line("36,43 41,40 46,43; 54,43 59,40 64,43; 50,44 48,54 51,55; 40,60 46,63 54,63 60,60"),
    spots=disc(41.5, 47, 2.2) + disc(58.5, 47, 2.2),
)

CROSS_PATTEE = Charge(
    "croix pattée",
    "croix pattées",
    feminine=True,
    body=(
        "M29 3H71Q58 26 57.5 42.500Q74 42 97 29V71Q74 58 57.5 57.500Q58 74 71 97H29Q42 74 42.5 57.500Q26 58 "
        "3 71V29Q26 42 42.5 42.500Q42 26 29 3z"
    ),
    lines=disc(50, 50, 5),
)

CROSSLET = Charge(
    "croisette recroisetée",
    "croisettes recroisetées",
    feminine=True,
    body="M44 2H56V14H68V26H56V44H74V32H86V44H98V56H86V68H74V56H56V74H68V86H56V98"
    "H44V86H32V74H44V56H26V68H14V56H2V44H14V32H26V44H44V26H32V14H44z",
)

MALTESE = Charge(
    "croix de Malte",
    "croix de Malte",
    feminine=True,
    body="M46 46L29 3L50 16L71 3L54 46L97 29L84 50L97 71L54 54L71 97L50 84L29 97L46 54L3 71L16 50L3 29z",
    lines="M50 24V76M24 50H76",
    width=1.6,
)

OAK = Charge(
    "chêne",
    "chênes",
    body=mirror(
        "50,2 58,1 64,8! 72,5 79,13! 87,14 88,25! 96,29 93,39! 99,47 92,54! 95,64 85,66! 80,74 71,69! 62,76 "
        "57,70! 56,80 60,89 72,97! 60,95 56,99! 50,94!"
    ),
    lines=line(
        "50,70 49,54 44,44; 50,60 58,50; 26,24 34,20 40,26; 60,20 67,16 73,22; 14,46 22,42 28,48; 70,44 "
        "78,40 85,46; 24,62 32,58 37,63; 62,62 70,58 76,62"
    ),
    spots=disc(40, 38, 2.4) + disc(60, 36, 2.4) + disc(33, 50, 2.4) + disc(66, 52, 2.4) + disc(50, 22, 2.4),
)

TREFOIL = Charge(
    "trèfle",
    "trèfles",
    body=disc(50, 25, 22)
    + disc(26, 56, 22)
    + disc(74, 56, 22)
    + "M40 40H60V60H40z"
    + blob("46,56! 54,56! 55,74 66,96! 58,98 48,82"),
    lines="M50 14V46M14 58L44 52M86 58L56 52",
)

SHEAF = Charge(
    "gerbe de blé",
    "gerbes de blé",
    feminine=True,
    body=mirror(
        "50,1! 56,10 58,20! 64,6! 69,16 68,26! 78,14! 80,26 76,36! 90,28! 88,40 80,48! 92,48! 84,58 70,62 "
        "59,66! 62,67! 62,76! 59,76! 66,84 78,97! 66,94 60,98! 50,92!"
    ),
    lines="M38 71.500H62"
    + line("50,10 50,64; 62,18 58,40 54,64; 38,18 42,40 46,64; 78,38 66,52 58,64; 22,38 34,52 42,64")
    + "M50 78V90M56 78L62 90M44 78L38 90",
)

ESCALLOP = Charge(
    "coquille",
    "coquilles",
    feminine=True,
    body=mirror(
        "50,4 57,4! 65,6 68,9! 77,14 79,18! 88,26 88,30! 95,40 93,45! 95,58 88,62! 78,74 66,82! 70,86! "
        "70,97! 50,95!"
    ),
    lines="M50 12V84M63 14L54 84M37 14L46 84M77 24L58 84M23 24L42 84M87 40L61 83M13 40L39 83",
)

LOZENGE = Charge("losange", "losanges", body="M50 2L84 50L50 98L16 50z", lines="M50 16L74 50L50 84L26 50z")

ROUNDEL = Charge("besant", "besants", body=disc(50, 50, 44), lines=disc(50, 50, 34))
