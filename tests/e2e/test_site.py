"""The site as a newcomer meets it: sign up with the mailed code, walk every page, no violation anywhere."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, VISITOR, walk

PUBLIC = [
    "/",
    "/parties/tables/",
    "/parties/creer/",
    "/parties/remplacants/",
    "/parties/file/gloire/scandinavie/",
    "/parties/classement/gloire/",
]
PUBLIC += [
    "/regles/",
    "/charte/",
    "/armoiries/",
    "/compte/login/",
    "/compte/signup/",
    "/compte/password/reset/",
    "/compte/charte/",
    "/boite/",
    "/nulle-part/",
]
OWN = [
    "/parties/",
    "/parties/absences/",
    "/parties/creer/gloire/",
    "/parties/entrainement/gloire/",
    "/parties/un-ecran/theopolis/",
    "/compte/",
]
OWN += [
    "/compte/preferences/",
    "/compte/courrier/",
    "/compte/armoiries/",
    "/courriers/",
    "/compte/joueur/Hawkmoon/",
    "/compte/adhesion/",
    "/compte/email/",
    "/compte/password/change/",
    "/compte/2fa/",
    "/compte/sessions/",
    "/compte/donnees/",  # asks for the password first
]


MOST_REQUESTS = 12  # of a first visit, with nothing in the browser's memory


def test_first_visit_of_the_home_page_asks_for_few_files(visit):
    page, asked = visit(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert len(asked) <= MOST_REQUESTS, "\n".join(asked)
    assert sum("/static/js/" in address for address in asked) == 1


def test_sign_up_with_the_mailed_code(visit):
    page = visit()
    page.goto("/compte/signup/")
    page.fill("input[name=username]", "Amarethuse")
    page.fill("input[name=email]", "amarethuse@example.org")
    page.fill("input[name=password1]", "une longue phrase de passe")
    page.fill("input[name=password2]", "une longue phrase de passe")
    for box in page.locator("main input[type=checkbox]").all():
        box.check()
    page.click("main form button[type=submit]")
    page.wait_for_selector("input[name=code]")
    code = mailed_code(page.context.new_page(), "amarethuse@example.org")
    page.fill("input[name=code]", code)
    page.click("main form button[type=submit] >> nth=0")
    page.wait_for_url("**/parties/")
    assert page.locator("h1").inner_text().lower() == "mes parties"


def mailed_code(mailbox, address):
    """The code as a person reads it in the development mailbox."""
    for _ in range(40):
        mailbox.goto("/boite/")
        link = mailbox.locator(
            "main a[href^='/boite/']", has_text=re.compile("code|adresse|inscription|bienvenue", re.I)
        ).first
        if link.count():
            link.click()
            found = re.search(
                r"\b([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\b", mailbox.locator("main").inner_text().split(address)[-1]
            )
            if found:
                return found.group(1)
        mailbox.wait_for_timeout(250)
    raise AssertionError("no code in the development mailbox")


def test_public_pages_have_no_violation_and_do_not_overflow(visit, expect_faults):
    expect_faults(r"status of 404 .*/nulle-part/")
    assert walk(visit(), PUBLIC) == {}


def test_own_pages_have_no_violation_and_do_not_overflow(visit):
    page = visit(VISITOR)
    page.goto("/parties/")
    shown = page.locator(
        "main table a", has_text=re.compile("de démonstration$")
    )  # other tests play here too
    expect(shown).to_have_count(5)
    tables = [link.get_attribute("href") for link in shown.all()]
    around = [f"{tables[0]}{tail}" for tail in ("historique/", "partie/", "bilans/", "pas/0/")]
    assert walk(page, [*OWN, *tables, *around]) == {}


def test_who_wants_stillness_sees_a_new_width_at_once(visit):
    """Not one frame in which half of the page is laid out for the old one."""
    page = visit(VISITOR)
    page.emulate_media(reduced_motion="reduce")
    page.goto("/parties/")
    page.goto(page.locator("main a", has_text="cour de démonstration").first.get_attribute("href"))
    page.evaluate(
        "() => { window.overflows = []; const look = () => {"
        " if (innerWidth === 390) window.overflows.push(document.documentElement.scrollWidth > innerWidth);"
        " requestAnimationFrame(look); }; look(); }"
    )
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => window.overflows.length >= 10")
    assert not any(page.evaluate("window.overflows"))
