"""Sets a newspaper in a running site's database for browser tests.

One printed issue with pictures, an editor with a desk of four articles, one given back, one mask lifted.
"""

import io
from datetime import timedelta

LOREM = (
    "À la cour, on ne parle plus que de cela. Les tailleurs ont fui par la poterne nord, avec la caisse "
    "et deux mules. "
    "Le connétable jure qu’il n’a rien vu ; le chapelain, qu’il a tout entendu. On a compté les "
    "chandelles : il en manque "
    "douze, et l’on sait bien que douze chandelles éclairent une nuit de conseil."
)
PRINTED = (
    ("Le roi est nu", "court", "html", "La Corneille", "Ce que personne n’ose dire au conseil."),
    ("Bergen ferme son port", "war", "markdown", "", "Trois nefs attendent au large, et le vent tourne."),
    ("Le hareng monte encore", "trade", "markdown", "Maître Saumure", ""),
    ("Perdu : un faucon", "notices", "markdown", "", "Récompense, et discrétion."),
)
WAITING = (
    ("La dame de Lappland, épisode 3", "serial", "html", "Le Ménestrel", "Où l’on retrouve le gant."),
    ("Pour une paix honorable", "opinion", "markdown", "", "Une tribune que nous ne signerons pas."),
    ("Mort d’un vieux cheval", "obituary", "markdown", "Un palefrenier", ""),
    ("Petites nouvelles des marches", "news", "markdown", "", ""),
)
NEWS = (
    "Le seigneur de Bergen devient comte.",
    "Trondheim change de mains, sans combat.",
    "Le roi d’armes annonce une joute pour le printemps.",
    "Les récoltes de Scanie sont bonnes ; celles de Finlande, non.",
    "On signale des loups aux portes de Narvik.",
)
HTML = f"""<p class="manchette">Le roi est nu</p>
<p>{LOREM}</p><figure><img src="image:1" alt="La poterne, au petit matin"><figcaption>La poterne, au petit matin.</figcaption></figure>
<h2>Et maintenant ?</h2><p>{LOREM}</p><p class="encadre">Le conseil se réunit vendredi. On y parlera d’autre chose.</p><p>{LOREM}</p>"""
MARKDOWN = f"{LOREM}\n\n> Tout augmente, sauf la solde.\n\n{LOREM}\n\n- le sel, deux écus ;\n- le drap, cinq."


def newspaper() -> dict:
    from django.utils import timezone

    from apps.accounts.models import User
    from apps.games.models import Game, Seat
    from apps.gazette.models import Gazette
    from apps.gazette.queries import gazette_or_new
    from apps.gazette.services import desk, masks
    from tests.apps.forums.harm import cookie_of

    people = {name: User.objects.get(username=name) for name in ("Hawkmoon", "Rodrigue", "LeRoi")}
    game = Game.objects.get(slug="gloire", kind="table", seats__user=people["Hawkmoon"])
    Seat.objects.filter(pk=game.seats.filter(user=None).first().pk).update(user=people["Rodrigue"], bot="")
    gazette, now = gazette_or_new(game), timezone.now()
    for number, words in enumerate(PRINTED):
        hand_over(people[("Hawkmoon", "Rodrigue")[number % 2]], gazette, words, now)
    desk.volunteer(people["Hawkmoon"], gazette, now)
    settings = {
        "name": "Le Héraut de Narvik",
        "motto": "Tout dire, sans dire qui",
        "mode": Gazette.Mode.COMPOSED,
    }
    settings |= {"next_headline": "Le royaume retient son souffle", "next_editorial": LOREM}
    desk.settle(people["Hawkmoon"], gazette, settings)
    place_all(people["Hawkmoon"], gazette_or_new(game))
    number = print_issue(game)
    settings |= {
        "next_headline": "La neige est en avance",
        "next_editorial": "Nous ne répondrons pas aux menaces.",
    }
    gazette = gazette_or_new(game)
    desk.settle(people["Hawkmoon"], gazette, settings)
    for words in WAITING:
        hand_over(people["Rodrigue"], gazette, words, now)
    place_all(people["Hawkmoon"], gazette_or_new(game), most=2)
    article = gazette.articles.published().select_related("gazette__game").get(title="Bergen ferme son port")
    masks.unmask(people["LeRoi"], article, "Une menace contre un joueur, à vérifier.", now)
    cookies = {name: cookie_of(person) for name, person in people.items()}
    return {"game": game.code, "number": number, "article": article.pk, "cookies": cookies}


def hand_over(user, gazette, words, now) -> None:
    """Remis two days ago: the box was emptied since."""
    from apps.gazette.models import Article
    from apps.gazette.services import writing

    title, rubric, format, pen_name, standfirst = words
    pictures = (picture(),) if format == "html" else ()
    source = HTML if format == "html" else MARKDOWN
    copy = writing.Copy(title, source, standfirst, rubric, pen_name, format, pictures)
    article = writing.save_article(user, gazette, copy, now)
    writing.send(user, article, now)
    Article.objects.filter(pk=article.pk).update(sent_at=now - timedelta(days=2))


def place_all(editor, gazette, most=99) -> None:
    from apps.gazette import queries
    from apps.gazette.services import desk

    order = [title for title, *_rest in (*PRINTED, *WAITING)]
    rows = sorted(queries.desk_rows(gazette), key=lambda one: order.index(one.title))
    desk.arrange(editor, gazette, {one.pk: n if n <= most else None for n, one in enumerate(rows, start=1)})


def print_issue(game) -> int:
    """As the press does it with a turn, without the turn: a whole court takes its time."""
    from apps.gazette.queries import gazette_or_new
    from apps.gazette.services import press

    gazette, step = gazette_or_new(game), game.steps.resolved().order_by("-n").first()
    number = gazette.issues.count() + 1
    press._print(gazette, step, number, press._articles_to_print(gazette, step), list(NEWS))
    return number


def picture():
    """A gate under snow, drawn here."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from PIL import Image, ImageDraw

    from apps.forums.pictures import encode

    image = Image.new("RGB", (960, 540), (196, 205, 214))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 380, 960, 540), fill=(238, 240, 242))
    draw.rectangle((250, 130, 710, 420), fill=(112, 104, 98))
    for left in range(250, 710, 92):
        draw.rectangle((left, 100, left + 46, 130), fill=(112, 104, 98))
    draw.pieslice((390, 220, 570, 400), 180, 360, fill=(48, 40, 36))
    draw.rectangle((390, 310, 570, 420), fill=(48, 40, 36))
    out = io.BytesIO()
    image.save(out, "PNG")
    return encode(SimpleUploadedFile("poterne.png", out.getvalue()))
