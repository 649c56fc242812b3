"""The contract's own suite, for the options that the usual games leave out."""

from engines.core.conformance import conformance_tests

TOUCHED_BY_OPTIONS = (
    "random_games_end",
    "menus_pass_check",
    "notation_round_trip",
    "views_leak_nothing",
    "bots_finish",
)


def _with(suffix: str, **options: bool) -> None:
    tests = conformance_tests("theopolis", seats=3, options=options, games=2, sample=12)
    chosen = {f"test_conformance_{name}": tests[f"test_conformance_{name}"] for name in TOUCHED_BY_OPTIONS}
    globals().update({f"{name}_{suffix}": test for name, test in chosen.items()})


_with("ranking_and_draft", continue_for_ranking=True, patron_draft=True)
_with("without_memory_aid", memory_aid=False, full_deck=True)
