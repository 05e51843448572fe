"""Other choices where a document is silent: a rulebook read differently.

Each named reading that a table may override turns a rulebook into another
rulebook; the engine never sees the name of a reading.
"""

from collections.abc import Callable

from msgspec import structs

from croupier.rulebooks.model import Absence, Rulebook
from croupier.rulebooks.progressive import EnvyPer, EnvySeated, Sharing
from croupier.rulebooks.settings import BadSetting, Overrides
from croupier.rulebooks.terms import Cited, Source

Value = str | int | bool


def _fold_keeps_jackpot(rulebook: Rulebook, value: Value) -> Rulebook:
    fold = rulebook.fold
    lost_by = Source() if value else fold.loses_ante
    keeps = Cited(lost_by.clause, lost_by.also, "S1", value=bool(value))
    return structs.replace(rulebook, fold=structs.replace(fold, keeps_jackpot=keeps))


def _sharing(rulebook: Rulebook, sharing: Sharing, lower_first: bool) -> Rulebook:
    rules = rulebook.progressive
    rules = structs.replace(
        rules,
        sharing=structs.replace(rules.sharing, value=sharing),
        lower_first=structs.replace(rules.lower_first, value=lower_first),
    )
    return structs.replace(rulebook, jackpot=rules)


def _ssp_multi(rulebook: Rulebook, value: Value) -> Rulebook:
    sharing = {
        "pooled_sequential": Sharing.POOL_RUNNING,
        "share_display": Sharing.SHARE_DISPLAY,
        "clockwise": Sharing.SUCCESSION,
    }[str(value)]
    return _sharing(rulebook, sharing, lower_first=sharing is not Sharing.SUCCESSION)


def _mega_sf_pool(rulebook: Rulebook, value: Value) -> Rulebook:
    sharing = {
        "literal_reset": Sharing.POOL_WITH_RESETS,
        "running_meter": Sharing.POOL_RUNNING,
    }[str(value)]
    return _sharing(rulebook, sharing, lower_first=True)


def _absent(rulebook: Rulebook, value: Value) -> Rulebook:
    absence = Absence(str(value))
    people = rulebook.people
    people = structs.replace(
        people,
        absent=structs.replace(people.absent, value=absence),
        absent_after_view=structs.replace(people.absent_after_view, value=absence),
    )
    return structs.replace(rulebook, people=people)


def _mega_absent_after_view(rulebook: Rulebook, value: Value) -> Rulebook:
    people = rulebook.people
    after_view = structs.replace(people.absent_after_view, value=Absence(str(value)))
    return structs.replace(rulebook, people=structs.replace(people, absent_after_view=after_view))


def _mlp_unrevealed_no_hand(rulebook: Rulebook, value: Value) -> Rulebook:
    unrevealed = rulebook.main.unrevealed
    assert unrevealed is not None
    loses = structs.replace(unrevealed.loses_to_no_hand, value=value == "fold")
    unrevealed = structs.replace(unrevealed, loses_to_no_hand=loses)
    main = structs.replace(rulebook.main, unrevealed=unrevealed)
    return structs.replace(rulebook, main=main)


def _tcp_envy_seated(rulebook: Rulebook, value: Value) -> Rulebook:
    envy = rulebook.envy
    assert envy is not None
    seated = EnvySeated.ALL if value == "all" else EnvySeated.PRESENT
    seated_by = structs.replace(envy.seated, value=seated)
    return structs.replace(rulebook, envy=structs.replace(envy, seated=seated_by))


def _tcp_envy_per(rulebook: Rulebook, value: Value) -> Rulebook:
    envy = rulebook.envy
    assert envy is not None
    per = structs.replace(envy.per, value=EnvyPer.PLAYER if value == "player" else EnvyPer.AREA)
    return structs.replace(rulebook, envy=structs.replace(envy, per=per))


def _max_areas_per_player(rulebook: Rulebook, value: Value) -> Rulebook:
    betting = rulebook.betting
    boxes = structs.replace(betting.boxes_per_player, value=int(value))
    return structs.replace(rulebook, betting=structs.replace(betting, boxes_per_player=boxes))


_MBS_SILENT = ("SSP", "TCP")
_OVERRIDES: dict[
    str, tuple[tuple[str, ...], tuple[Value, ...], Callable[[Rulebook, Value], Rulebook]]
] = {
    "fold_keeps_jackpot": (("SSP",), (True, False), _fold_keeps_jackpot),
    "ssp_multi": (("SSP",), ("pooled_sequential", "share_display", "clockwise"), _ssp_multi),
    "mega_sf_pool": (("MEGA",), ("literal_reset", "running_meter"), _mega_sf_pool),
    "absent": (_MBS_SILENT, ("fold", "return"), _absent),
    "mega_absent_after_view": (
        ("MEGA",),
        ("refer", "return", "fold"),
        _mega_absent_after_view,
    ),
    "mlp_unrevealed_no_hand": (("MLP",), ("paid", "fold"), _mlp_unrevealed_no_hand),
    "tcp_envy_seated": (("TCP",), ("present", "all"), _tcp_envy_seated),
    "tcp_envy_per": (("TCP",), ("area", "player"), _tcp_envy_per),
    "max_areas_per_player": (_MBS_SILENT, tuple(range(1, 17)), _max_areas_per_player),
}


def read_as(rulebook: Rulebook, overrides: Overrides) -> Rulebook:
    """The rulebook with these readings in place of ours."""
    for name, value in overrides.items():
        if name not in _OVERRIDES:
            raise BadSetting(
                f"readings.{name}", f"no such reading; there are {', '.join(_OVERRIDES)}"
            )
        documents, choices, apply = _OVERRIDES[name]
        if rulebook.document not in documents:
            raise BadSetting(f"readings.{name}", f"{rulebook.slug} leaves no such choice open")
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise BadSetting(
                f"readings.{name}", f"{value!r} is none of {', '.join(map(str, choices))}"
            )
        rulebook = apply(rulebook, value)
    return rulebook
