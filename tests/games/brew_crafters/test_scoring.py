"""What a game reports: items and metrics."""

from brewsim.engine.contract import MISSING
from brewsim.games.brew_crafters import options
from brewsim.games.brew_crafters.codes import BLIND, BREW, KEEP, NIGHT_PLAY, PASS, PAY, PLAY, TAKE
from brewsim.games.brew_crafters.scoring import METRICS
from brewsim.games.brew_crafters.state import Phase
from tests.games.brew_crafters.table import ALE, RULES, Table, kind, recipe


def test_items_are_cards_when_played_and_recipes_when_brewed():
    table = Table()
    actions = (PLAY + 3, NIGHT_PLAY + 3, BREW + 2, TAKE + 3, PAY + 3, PASS)
    used = [options.item_of(table.rules, table.state, action) for action in actions]
    names = {number: item for item, number in RULES.numbers.items()}
    assert [names.get(item) for item in used] == ["brewery_tour", "brewery_tour", "lambic", None, None, None]


def test_metrics_tell_seats_of_a_team_apart_and_follow_the_score():
    """Seat 2 plays a card, seat 3 brews twice, and the team of seats 1 and 3 triggers the end in round 2."""
    table = Table(
        [[], [], ["farm"], [*ALE, "malt_expert", "hops_infusers", "hops_infusers", "employee_manager"]], ["mash_tun"] * 4, seats=4
    )
    table.state.turns[:4] = 1, 0, 0, 0  # seat 0 is in its first turn
    table.state.rep[1] = 15

    def pass_turn() -> None:
        if table.state.phase == Phase.DRAW:
            table.do(TAKE + next(k for k in range(13) if table.state.row[k]), BLIND)
        table.do(PASS)
        if table.state.phase == Phase.GIVE:
            table.do(KEEP)

    def brew() -> None:
        table.do(BLIND, BLIND, BREW + recipe("ale"))
        while table.state.phase == Phase.PAY:
            table.do(table.legal()[0])
        table.do(KEEP)

    pass_turn()
    pass_turn()
    table.do(BLIND, BLIND, PLAY + kind("farm"), KEEP)
    brew()
    for _ in range(3):
        pass_turn()
    brew()
    assert table.state.over
    rows = table.outcome()
    values = {name: rows.metrics[:, METRICS.index(name)].tolist() for name in METRICS}
    assert values["beers_ale"] == [0, 0, 0, 2]
    assert values["cards_played"] == [0, 0, 1, 0]
    assert values["turns"] == [2, 2, 2, 2]
    assert values["end_round"] == [2, 2, 2, 2]
    assert values["triggered_end"] == [0, 1, 0, 1]
    assert values["score_after_1"] == [0, 18, 0, 18]
    assert values["score_after_2"] == [0, 21, 0, 21]
    assert values["score_after_3"] == [MISSING] * 4
    assert values["cards_left"] == table.state.n_hand[:4].tolist()
