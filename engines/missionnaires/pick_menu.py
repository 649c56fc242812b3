"""The menus of choices that a card opens in the middle of a turn."""

from functools import lru_cache
from typing import Any

from engines.core.contract import Choice, Menu
from engines.core.texts import Text, gettext_noop, say
from engines.missionnaires.actions import pick_action
from engines.missionnaires.board import GREEN, NAMES
from engines.missionnaires.deck import DECK
from engines.missionnaires.obstacles import Plan
from engines.missionnaires.picks import Pick, options_of
from engines.missionnaires.state import State
from engines.missionnaires.words import from_place, hint_of, remarks, stop_label, to_place

PROMPTS = {
    "": Text(gettext_noop("Avancez, passez ou jouez un bon.")),
    "bon_now": Text(gettext_noop("Un bon : gardez-le ou jouez-le tout de suite.")),
    "sail": Text(gettext_noop("Vent arrière : choisissez votre trajet en mer.")),
    "reroute": Text(
        gettext_noop("La carte ferme ce passage : choisissez un autre trajet en mer, ou restez.")
    ),
    "step": Text(gettext_noop("La carte vous fait avancer par la route : choisissez jusqu’où.")),
    "go": Text(gettext_noop("Plusieurs villes sont aussi proches : choisissez où vous allez.")),
    "patrol": Text(gettext_noop("Nouvelle ronde : choisissez le gendarme à déplacer.")),
    "push": Text(gettext_noop("Choisissez quel proclamateur se déplace, et vers où.")),
    "reassign": Text(gettext_noop("Choisissez la congrégation à remplacer.")),
    "ferry": Text(gettext_noop("Choisissez le port où vous débarquez.")),
}
PROMPT_ROUND = Text(gettext_noop("Choisissez où va ce gendarme."))


def pick_menu(state: State, draft: Any) -> Menu:
    options = options_of(state)
    ask = state.step.ask
    if ask == "patrol":
        return _patrol_menu(state, options, draft)
    card = state.step.card
    me = state.players[state.active]
    granted = ask == "step"
    choices = []
    for index, pick in enumerate(options):
        if pick.kind == "plan":
            choices.append(_plan_choice(index, pick.plan, granted, pick.plan.end in me.todo))
        elif pick.kind == "push":
            choices.append(_push_choice(index, state.players[pick.value[0]].name, pick.value[1]))
        else:
            choices.append(_simple_choice(index, pick, card, ask))
    return Menu(PROMPTS[ask], tuple(choices))


def _patrol_menu(state: State, options: list[Pick], draft: Any) -> Menu:
    """First the gendarme, then where he goes."""
    home = draft.get("gendarme") if isinstance(draft, dict) else None
    ways = [(index, pick.value[1]) for index, pick in enumerate(options) if pick.value[0] == home]
    if ways:
        return Menu(PROMPT_ROUND, tuple(_round_choice(index, town) for index, town in ways))
    homes = dict.fromkeys(pick.value[0] for pick in options)
    return Menu(PROMPTS["patrol"], tuple(_gendarme_choice(home, state.gend[home]) for home in homes))


@lru_cache(maxsize=2_000)
def _gendarme_choice(home: str, post: str) -> Choice:
    label = say(gettext_noop("Le gendarme {home}, {post}"), home=from_place(home), post=to_place(post))
    hint = Text(gettext_noop("une ou deux cases par la route, vers une ville libre"))
    return Choice({"do": "pick", "gendarme": home}, label, "take", f"space:{post}", complete=False, hint=hint)


@lru_cache(maxsize=2_000)
def _round_choice(index: int, town: str) -> Choice:
    label = Text("{town}", {"town": NAMES[town]})
    return Choice(
        pick_action(index), label, "patrol", f"space:{town}", hint=Text(gettext_noop("il s’y poste"))
    )


@lru_cache(maxsize=5_000)
def _plan_choice(index: int, plan: Plan, granted: bool, visits: bool) -> Choice:
    places = [stop_label(space, push) for space, push in plan.hops]
    more = remarks(plan.jump, any(push for _, push in plan.hops), plan.join)
    end = "" if granted and plan.end in GREEN else plan.end  # a walk granted by a card draws nothing
    hint = hint_of(plan.cost, plan.sea_cards, end, visits, *more)
    verb = "join" if plan.join else "jump" if plan.jump else "go"
    return Choice(
        pick_action(index), Text("{places}", {"places": places}), verb, f"space:{plan.end}", hint=hint
    )


@lru_cache(maxsize=2_000)
def _push_choice(index: int, name: str, town: str) -> Choice:
    label = say(gettext_noop("{name} va {town}"), name=name, town=to_place(town))
    hint = Text(gettext_noop("une case par la route ; une visite compte"))
    return Choice(pick_action(index), label, "push", f"space:{town}", reveals=True, hint=hint)


@lru_cache(maxsize=2_000)
def _simple_choice(index: int, pick: Pick, card: str, ask: str) -> Choice:
    if pick.kind == "keep":
        label, verb, target = Text(gettext_noop("Garder le bon")), "keep", f"card:{card}"
        hint = Text(gettext_noop("il reste devant vous ; il faudra l’avoir joué ou rendu pour finir"))
    elif pick.kind == "play":
        label, verb, target = Text(gettext_noop("Jouer le bon")), "bon", f"card:{card}"
        hint = Text(DECK[card].text)
    elif pick.kind == "stay":
        label, verb, target = Text(gettext_noop("Rester sur place")), "pass", ""
        hint = Text(gettext_noop("rien à payer, votre tour est fini"))
    elif pick.kind == "reassign":
        label = say(gettext_noop("Remplacer {town}"), town=NAMES[pick.value])
        verb, target = "bon", f"space:{pick.value}"
        hint = Text(gettext_noop("contre la première carte de la réserve"))
    else:
        label, verb, target = Text("{town}", {"town": NAMES[pick.value]}), "go", f"space:{pick.value}"
        hint = Text(gettext_noop("vous y êtes conduit, sans rien payer"))
    return Choice(pick_action(index), label, verb, target, hint=hint)
