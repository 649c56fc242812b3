"""openskill ratings, one belief for each person and title. Bots are not rated; a game with fewer than two
people neither."""

from openskill.models import PlackettLuce

from apps.games.models import Game, Rating, Result, SeatHolder

MODEL = PlackettLuce()


def rate_game(game: Game) -> None:
    """Inside the transaction that ends the game; a result is rated once."""
    results = list(
        Result.objects.filter(game=game, user__isnull=False, seat__bot="", rated=False).order_by("place")
    )
    if len(results) < 2:
        return
    people = [result.user_id for result in results if result.user_id is not None]
    known = _lock_ratings(people, game.slug)
    ratings = [known[person] for person in people]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(r.place) for r in results])
    taken_over = _taken_over(game)
    for result, rating, (belief,) in zip(results, ratings, rated, strict=True):
        before = rating.figure
        rating.games += 1
        if result.seat_id not in taken_over or belief.ordinal() >= rating.mu - 3 * rating.sigma:
            rating.mu, rating.sigma = belief.mu, belief.sigma
        rating.save()
        result.rated, result.rating_change = True, rating.figure - before
        result.save(update_fields=["rated", "rating_change"])


def _taken_over(game: Game) -> set[int]:
    """Seats that somebody else had begun to play: whoever helps a table out may gain by it, and loses
    nothing."""
    helpers = (SeatHolder.Reason.SUBSTITUTE, SeatHolder.Reason.HEIR)
    held = SeatHolder.objects.filter(seat__game=game, to_step=None, reason__in=helpers)
    return set(held.values_list("seat_id", flat=True))


def _lock_ratings(people: list[int], slug: str) -> dict[int, Rating]:
    """Everyone's belief, newcomers included, locked in one order: games of the same people may end at the
    same moment."""
    fresh = MODEL.rating()
    newcomers = [Rating(user_id=pk, slug=slug, mu=fresh.mu, sigma=fresh.sigma) for pk in sorted(people)]
    Rating.objects.bulk_create(newcomers, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(slug=slug, user__in=people).order_by("user_id")
    return {rating.user_id: rating for rating in rows}
