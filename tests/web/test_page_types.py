"""The types that the pages are checked against: those of the service, and served to nobody."""

from functools import cache

from croupier.house.http.pages.site import FOLDER, read_edition
from tools.page_types import FILE
from tools.page_types import make as make_anew

make = cache(make_anew)


def test_the_file_is_what_the_tool_makes() -> None:
    assert FILE.read_text("utf-8") == make()


def test_a_route_says_what_fills_its_address_what_goes_along_and_what_comes_back() -> None:
    assert """\
  "GET /api/tables/{table}/rounds": {
    given: {
      table: string;
      before?: number | null;
      limit?: number;
    };
    data: undefined;
    answer: RoundPlayed[];
  };
""" in make()
    assert """\
  "POST /api/commands": {
    given: Record<never, never>;
    data: CommandRequest;
    answer: Accepted;
  };
""" in make()


def test_what_has_a_default_may_be_left_out_of_a_command_and_is_always_in_an_answer() -> None:
    made = make()
    assert "  seed?: string | null;" in _declaration(made, "AddSeed")
    assert "  calls: Call[];" in _declaration(made, "HouseTableView")


def test_a_message_is_known_by_its_tag() -> None:
    assert '  type: "table";' in _declaration(make(), "TablePush")
    assert '  do: "place_wager";' in _declaration(make(), "PlaceWager")


def test_no_browser_is_given_them() -> None:
    assert FILE.parent == FOLDER.parent
    assert not [name for name in read_edition().files if name.endswith(".ts")]


def _declaration(made: str, name: str) -> str:
    return made.split(f"export interface {name} {{")[1].split("}", 1)[0]
