"""What a choice would bring, said before it is made: the hints of the menu.
Texts are cached, for they come back often."""

from functools import lru_cache

from engines.core.texts import Text, gettext_noop, say
from engines.theopolis.catalogue import STONES_TO_WIN, Catalogue, Cost, Facts
from engines.theopolis.disasters import would_hit
from engines.theopolis.edition import Card
from engines.theopolis.state import START_POINTS, State, facts_of
from engines.theopolis.vocabulary import TYPE_NAMES
from engines.theopolis.words import amounts

PARTS = gettext_noop("{parts}")
PAYS = gettext_noop("incline {cost}")
FREE = gettext_noop("ne coûte rien")
STONES = gettext_noop("pierres {before} → {after}")
DRAIN = gettext_noop("perte par tour {before} → {after}")
POINTS = gettext_noop("points originels {before} → {after}")
GAINS = gettext_noop("sacrement obtenu : {name}")
WINS = gettext_noop("victoire immédiate !")
CARD_SAYS = gettext_noop("« {text} »")
BLURB = gettext_noop("{type}, coûte {cost}. {text}")
DISASTER_BLURB = gettext_noop("{type}. {text}")
LOSES = gettext_noop("{name} : {parts}.")
LOSES_ONLY_THE_CARD = gettext_noop("{name} : ni pierre, ni point, ni sacrement en moins.")
SACRAMENT_LOST = gettext_noop("sacrement perdu : {name}")
WOULD_HIT = gettext_noop("Frapperait maintenant : {names}.")
WOULD_HIT_NOBODY = gettext_noop("Ne frapperait personne maintenant.")
LEFT_IN_PILE = gettext_noop("Il en reste {left} dans le tas.")


class Previews:
    """The hints of one edition."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.blurbs = {card.id: _blurb(card) for card in catalogue.edition.cards}
        self.left = tuple(say(LEFT_IN_PILE, left=left) for left in range(32))
        # A tenth of a random game: bench theopolis.
        self._played = lru_cache(maxsize=8192)(self._play_text)

    def play(self, card: Card, cost: Cost, points: int, facts: Facts) -> Text:
        """What playing the card now would change in one's own city."""
        catalogue = self.catalogue
        held = catalogue.held(facts.tags | catalogue.tag_masks[card.id])
        gained = held & ~facts.sacraments
        drain = catalogue.drains[card.id]
        if gained:
            drain += catalogue.sacrament_drain(gained)
        # Figures that the card does not change are left out, so that the same sentence is found again.
        stones = facts.stones if card.stones else 0
        return self._played(
            card.id,
            cost,
            points if card.enter else START_POINTS,
            stones,
            facts.drain if drain else 0,
            drain,
            gained,
            held if gained else 0,
        )

    def _play_text(
        self,
        card_id: str,
        cost: Cost,
        points: int,
        stones: int,
        drain: int,
        more_drain: int,
        gained: int,
        held: int,
    ) -> Text:
        card = self.catalogue.cards[card_id]
        complete = self.catalogue.wins_by_sacraments(held)
        lost = sum(int(effect.args[0]) for effect in card.enter if effect.name == "lose_points")
        parts = [say(PAYS, cost=amounts(cost)) if any(cost) else say(FREE)]
        if card.stones:
            parts.append(say(STONES, before=stones, after=stones + card.stones))
        if more_drain:
            parts.append(say(DRAIN, before=drain, after=drain + more_drain))
        if lost:
            parts.append(say(POINTS, before=points, after=max(0, points - lost)))
        parts += [say(GAINS, name=Text(sacrament.name)) for sacrament in self.catalogue.sacraments_in(gained)]
        if (
            card_id in self.catalogue.winners
            or complete
            or stones + card.stones >= STONES_TO_WIN
            or points <= lost
        ):
            parts.append(say(WINS))
        elif card.text:
            parts.append(say(CARD_SAYS, text=Text(card.text)))
        return say(PARTS, parts=parts)

    def taking(self, state: State, cid: int, victim: int) -> Text:
        """What the neighbour would be left with."""
        player = state.players[victim]
        before = facts_of(state, self.catalogue, victim)
        after = self.catalogue.facts(
            player.patron, tuple([state.cards[other] for other in player.city if other != cid])
        )
        parts: list[Text] = []
        if before.stones != after.stones:
            parts.append(say(STONES, before=before.stones, after=after.stones))
        if before.drain != after.drain:
            parts.append(say(DRAIN, before=before.drain, after=after.drain))
        lost = self.catalogue.sacraments_in(before.sacraments & ~after.sacraments)
        parts += [say(SACRAMENT_LOST, name=Text(sacrament.name)) for sacrament in lost]
        return (
            say(LOSES, name=player.name, parts=parts) if parts else say(LOSES_ONLY_THE_CARD, name=player.name)
        )

    def disaster(self, state: State, card: Card) -> Text:
        """Whom the disaster would hit if it reached the board now."""
        hit = would_hit(state, self.catalogue, card)
        if not hit:
            return say(WOULD_HIT_NOBODY)
        return say(WOULD_HIT, names=[state.players[seat].name for seat in hit])


def _blurb(card: Card) -> Text:
    if any(card.cost):
        return say(
            BLURB,
            type=Text(TYPE_NAMES[card.type]),
            cost=amounts(card.cost),
            text=card.text and Text(card.text),
        )
    return say(DISASTER_BLURB, type=Text(TYPE_NAMES[card.type]), text=card.text and Text(card.text))
