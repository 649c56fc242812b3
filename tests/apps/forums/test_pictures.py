"""Pictures: re-encoded, bounded, without what the file told about its maker; shown to those who may read the
post."""

import io
import resource
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from apps.forums.models import Picture
from apps.forums.pictures import Encoded, encode
from apps.forums.services import boards

pytestmark = pytest.mark.django_db


def picture(format_="PNG", size=(40, 30), mode="RGB", **more):
    out = io.BytesIO()
    Image.new(mode, size, "red" if mode == "RGB" else None).save(out, format_, **more)
    return out.getvalue()


def upload(content, name="image.png"):
    return SimpleUploadedFile(name, content)


def huge_png(side=20_000):
    """A valid PNG of side × side white points in a few kilobytes."""

    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = side.to_bytes(4, "big") * 2 + bytes([1, 0, 0, 0, 0])
    packer = zlib.compressobj(9)
    row = bytes(1 + side // 8)
    body = b"".join(packer.compress(row) for _n in range(side)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("format_", ["PNG", "JPEG", "WEBP", "GIF"])
def test_known_formats_come_out_as_our_own(format_):
    kept = encode(upload(picture(format_)))
    assert Image.open(io.BytesIO(kept.content)).format == "WEBP"
    assert (kept.width, kept.height) == (40, 30)


def test_position_and_camera_stay_behind():
    exif = Image.Exif()
    exif[0x010F] = "MarqueSecrete"
    exif.get_ifd(0x8825)[2] = (48.0, 51.0, 30.0)
    kept = encode(upload(picture("JPEG", exif=exif)))
    assert b"MarqueSecrete" not in kept.content
    assert dict(Image.open(io.BytesIO(kept.content)).getexif()) == {}


def test_a_picture_of_400_million_points_is_refused_without_being_opened():
    content = huge_png()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValidationError, match="trop grande"):
        encode(upload(content))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"<html><script>alert(1)</script>",
        b"GIF89a<script>alert(1)</script>",
        b"%PDF-1.4 <script>",
        b"\x89PNG\r\n\x1a\n" + b"x" * 100,
        b"",
        b"BM" + b"\x00" * 100,
    ],
)
def test_what_is_no_picture_of_ours_is_refused_in_words(content):
    with pytest.raises(ValidationError):
        encode(upload(content))


def test_a_polyglot_loses_its_second_face():
    kept = encode(upload(picture("GIF") + b"<script>alert(1)</script>"))
    assert b"script" not in kept.content


def test_large_pictures_are_made_to_fit():
    kept = encode(upload(picture("PNG", (4000, 1000))))
    assert (kept.width, kept.height) == (1600, 400)


def test_a_posted_picture_is_shown_with_the_post(as_user, alice, talk):
    page = reverse("forums:new_topic", args=[talk.slug])
    data = {
        "key": "a" * 32,
        "title": "Mon château",
        "voice": "player",
        "text": "Voici",
        "pictures": [upload(picture())],
    }
    as_user(alice).post(page, data)
    found = Picture.objects.get()
    assert f'src="{found.get_absolute_url()}"' in found.post.html
    answer = as_user().get(found.get_absolute_url())
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_a_file_that_is_no_picture_is_refused_with_the_form(as_user, alice, talk):
    page = reverse("forums:new_topic", args=[talk.slug])
    bad = upload(b"<svg onload=alert(1)>", "x.svg")
    answer = as_user(alice).post(
        page, {"key": "a" * 32, "title": "Piège", "voice": "player", "text": "Voici", "pictures": [bad]}
    )
    assert answer.status_code == 422
    assert "envoyez du PNG" in answer.content.decode()
    assert Picture.objects.count() == 0


def test_a_page_that_comes_back_without_the_files_says_so(as_user, alice, talk):
    """After a preview without scripts, or another field's fault: browsers forget what was chosen."""
    page = reverse("forums:new_topic", args=[talk.slug])
    data = {"key": "a" * 32, "title": "Mon château", "voice": "player", "text": "Voici", "preview": "1"}
    lost = "Choisissez de nouveau vos images"
    assert lost not in as_user(alice).post(page, data).content.decode()
    assert lost in as_user(alice).post(page, {**data, "pictures": [upload(picture())]}).content.decode()


def test_pictures_of_a_private_forum_and_of_hidden_posts_are_not_there(
    as_user, alice, bob, charlie, moderator, make_game
):
    from django.utils import timezone

    from apps.forums.services import moderation

    stage = boards.board_of(make_game(private=True))
    page = reverse("forums:new_topic", args=[stage.slug])
    data = {
        "key": "a" * 32,
        "title": "Plan",
        "voice": "player",
        "text": "Voici",
        "pictures": [upload(picture())],
    }
    as_user(alice).post(page, data)
    found = Picture.objects.get()
    assert [as_user(user).get(found.get_absolute_url()).status_code for user in (bob, charlie, None)] == [
        200,
        404,
        404,
    ]
    moderation.hide_post(moderator, found.post, "x", timezone.now())
    assert as_user(bob).get(found.get_absolute_url()).status_code == 404


def test_whoever_posted_a_picture_takes_it_away_for_good(
    as_user, alice, bob, open_topic, django_capture_on_commit_callbacks
):
    """The row, the file and the address; the other picture keeps its number, and nobody else may."""
    topic = open_topic(
        text="![une](image:1) puis ![deux](image:2)",
        pictures=(Encoded(b"RIFF1", 1, 1), Encoded(b"RIFF2", 2, 2)),
    )
    post = topic.posts.get()
    first, second = post.pictures.all()
    edit, data = reverse("forums:edit", args=[post.pk]), {"text": post.text, "dropped": [first.code]}
    assert as_user(bob).post(edit, data).status_code == 404
    assert f'value="{first.code}"' in as_user(alice).get(edit).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        as_user(alice).post(edit, data)
    post.refresh_from_db()
    assert (first.code in post.html, second.code in post.html, "une puis" in post.html) == (False, True, True)
    assert [as_user(alice).get(one.get_absolute_url()).status_code for one in (first, second)] == [404, 200]
    assert (first.file.storage.exists(first.file.name), second.file.storage.exists(second.file.name)) == (
        False,
        True,
    )
