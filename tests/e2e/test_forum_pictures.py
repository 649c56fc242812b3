"""Pictures in posts: sent as files, written anew by us, shown where the words say; what is no picture is
refused in words."""

import io

from PIL import Image
from playwright.sync_api import expect

from tests.e2e.conftest import unsound
from tests.e2e.windows import one_window

ORIENTATION, MAKER, POSITION = 0x0112, 0x010F, 0x8825
TURNED = 6  # a camera held upright: the file lies on its side


@one_window
def test_a_picture_is_sent_written_anew_and_shown(enter, backstage, window, expect_faults):
    expect_faults(r"status of 422 .*/repondre/")
    page = enter(window.alice, window)
    topic = backstage(
        "forums.topic",
        by=window.bob,
        board="coup-de-gueule",
        title=f"Le portrait {window.width}",
        text="Montrez-le !",
    )
    page.goto(f"/forums/sujet/{topic}/")
    page.fill("[name=text]", "Le voici :\n\n![Le donjon](image:1)\n\nEt voilà.")
    attach(page, {"name": "portrait.png", "mimeType": "image/png", "buffer": b"MZ this is a programme"})
    page.click("main button:has-text('Publier')")
    expect(page.locator("main")).to_contain_text("Ce fichier n’est pas une image que nous sachions lire")
    expect(page.locator("main")).to_contain_text("Choisissez de nouveau vos images")
    expect(page.locator("[name=text]")).to_have_value("Le voici :\n\n![Le donjon](image:1)\n\nEt voilà.")
    attach(page, {"name": "portrait.jpg", "mimeType": "image/jpeg", "buffer": photograph()})
    page.click("main button:has-text('Publier')")
    shown = page.locator(".post img[src^='/forums/images/']")
    expect(shown).to_have_attribute("alt", "Le donjon")
    shown.scroll_into_view_if_needed()
    page.wait_for_function("image => image.complete && image.naturalWidth", arg=shown.element_handle())
    assert shown.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [600, 800]
    assert shown.evaluate("image => image.getBoundingClientRect().right <= innerWidth")
    kept = page.request.get(shown.get_attribute("src"))
    assert kept.headers["content-type"] == "image/webp"
    with Image.open(io.BytesIO(kept.body())) as ours:
        assert (ours.format, dict(ours.getexif())) == ("WEBP", {})
    assert unsound(page) == []
    page.reload()
    expect(page.locator(".post")).to_have_count(2)  # the refused one left nothing behind


def attach(page, file):
    if not page.locator("[name=pictures]").is_visible():
        page.click("summary:has-text('Joindre des images')")
    page.set_input_files("[name=pictures]", file)


def photograph():
    """As a telephone takes it: on its side, with its maker and the place."""
    image = Image.new("RGB", (800, 600), (150, 40, 30))
    image.paste((230, 220, 200), (0, 0, 400, 600))
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = TURNED, "Espion"
    exif.get_ifd(POSITION).update({1: "N", 2: (48.0, 51.0, 30.0), 3: "E", 4: (2.0, 17.0, 40.0)})
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif)
    assert b"Espion" in out.getvalue()
    return out.getvalue()
