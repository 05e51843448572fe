"""The rulebooks that ship with the package, one file per document and edition, and other files."""

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from stat import S_ISREG

from msgspec import structs

from croupier.rulebooks.file import (
    BadRulebook,
    Base,
    Checked,
    FindBase,
    Finding,
    UnknownRulebook,
    check,
    read_rulebook,
    rulebook_text,
)
from croupier.rulebooks.file.bounds import NotToml
from croupier.rulebooks.file.checking import LONGEST
from croupier.rulebooks.file.lines import line_near, lines_of
from croupier.rulebooks.file.merging import EXTENDS, parsed
from croupier.rulebooks.model import Rulebook

__all__ = [
    "ELSEWHERE",
    "RULEBOOKS",
    "BadRulebook",
    "UnknownRulebook",
    "check_file",
    "check_text",
    "editions",
    "file_text",
    "find_edition",
    "find_rulebook",
    "in_force",
    "is_carried",
    "is_file_name",
    "kept_rulebook",
    "opened",
    "read_text",
]

_APPROVED = (
    *("singapore-stud", "casino-stud", "megalink-stud"),
    *("multi-link-stud", "three-card-poker"),
)
"""The five documents in the order in which lists show them; the other games are from elsewhere."""


_FILES: Mapping[str, Traversable] = {
    one.name.removesuffix(".toml"): one
    for one in files(__name__).iterdir()
    if one.name.endswith(".toml")
}
"""The files of the package, keyed by edition: `casino-stud@6`."""


def _text_of(name: str) -> str:
    """The text of an edition, which never changes."""
    if name not in _FILES:
        known = ", ".join(sorted(_FILES))
        raise LookupError(f"there is no edition '{name}' to extend; there are {known}")
    return _FILES[name].read_text(encoding="utf-8")


def _in_package(name: str) -> Base:
    """The base of a text that is in no folder: it came in a script, a log or over the network."""
    if is_file_name(name):
        raise LookupError(
            f"'{name}' is a file, which only another file may extend; this text may extend an "
            f"edition: {', '.join(sorted(_FILES))}"
        )
    return Base(_text_of(name), _in_package)


def _beside(folder: Path) -> FindBase:
    """For a file in this folder: another file, by its path from there, or an edition."""

    def find(name: str) -> Base:
        if not is_file_name(name):
            return _in_package(name)
        path = folder / name
        text = _read(str(path))
        if len(text) > LONGEST:
            raise LookupError(f"{path} has more than {LONGEST:,} characters")
        return Base(text, _beside(path.parent))

    return find


@cache
def _edition(name: str) -> Rulebook:
    return read_rulebook(_text_of(name), _in_package, name)


def _editions() -> dict[str, list[str]]:
    """The names of each game's editions, oldest first."""
    place = {slug: number for number, slug in enumerate(_APPROVED)}
    named = [(slug, int(edition)) for slug, edition in (name.split("@") for name in _FILES)]
    named.sort(key=lambda one: (place.get(one[0], len(place)), one))
    found: dict[str, list[str]] = {}
    for slug, edition in named:
        found.setdefault(slug, []).append(f"{slug}@{edition}")
    return found


_EDITIONS: Mapping[str, list[str]] = _editions()


class _Latest(Mapping[str, Rulebook]):
    """The latest edition of some games, by slug; a file is read when it is first asked for."""

    def __init__(self, slugs: Iterable[str]) -> None:
        self._slugs = dict.fromkeys(slugs)

    def __getitem__(self, slug: str) -> Rulebook:
        if slug not in self._slugs:
            raise KeyError(slug)
        return _edition(_EDITIONS[slug][-1])

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)


RULEBOOKS: Mapping[str, Rulebook] = _Latest(_APPROVED)
"""The five approved games."""
ELSEWHERE: Mapping[str, Rulebook] = _Latest(slug for slug in _EDITIONS if slug not in _APPROVED)
"""Games from elsewhere, written from their public regulations."""


def editions(slug: str) -> tuple[Rulebook, ...]:
    """Every edition of a game, oldest first."""
    if slug not in _EDITIONS:
        raise UnknownRulebook(f"there is no rulebook '{slug}'; there are {', '.join(_EDITIONS)}")
    return tuple(_edition(name) for name in _EDITIONS[slug])


def find_rulebook(name: str, on: datetime | None = None, *, files: bool = False) -> Rulebook:
    """The rulebook called `casino-stud@6` or `casino-stud`, or the one in a file `my.toml`.

    Files are opened only where `files` allows it: for a local command, never for a name that came
    over the network. A name of several lines is taken as the text of a file.
    """
    if "\n" in name:
        return read_text(name, "the rulebook")
    if files and is_file_name(name):
        return read_text(opened(name, typed=True), name)
    return find_edition(name, on)


def find_edition(name: str, on: datetime | None = None) -> Rulebook:
    """A rulebook of the package, in the edition that its name gives.

    A name without an edition means the one in force at the given time, or else the latest.
    """
    if name in _FILES:
        return _edition(name)
    slug, at, edition = name.partition("@")
    of_slug = editions(slug)
    if at:
        here = " and ".join(_EDITIONS[slug])
        which = "the one here is" if len(of_slug) == 1 else "those here are"
        raise UnknownRulebook(f"{slug} has no edition '{edition}'; {which} {here}")
    return of_slug[-1] if on is None else in_force(of_slug, on)


def in_force(of_slug: tuple[Rulebook, ...], on: datetime) -> Rulebook:
    """The edition in force at a time: the last to have taken effect."""
    begun = [rulebook for rulebook in of_slug if rulebook.effective <= on]
    if not begun:
        first = of_slug[0]
        raise UnknownRulebook(
            f"no edition of {first.slug} was in force on {on:%d %B %Y}; "
            f"{first.edition_name} came into force on {first.effective:%d %B %Y}"
        )
    return max(begun, key=lambda rulebook: (rulebook.effective, rulebook.edition))


# Files


def is_file_name(name: str) -> bool:
    """Whether a name means a file: it ends in `.toml` or contains a folder."""
    return name.endswith(".toml") or os.sep in name


def _read(path: str, *, typed: bool = False) -> str:
    """A name that somebody typed may mean a pipe; one that stands in a file or script means an
    ordinary file, and nothing that is waited for or has no end."""
    text = None
    try:
        if typed or S_ISREG(Path(path).stat().st_mode):
            with Path(path).open(encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
    except OSError as error:
        raise UnknownRulebook(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:  # not UTF-8, or a name with a null byte
        raise UnknownRulebook(f"cannot read {path}: it is no text in UTF-8") from None
    if text is None:
        raise UnknownRulebook(f"cannot read {path}: it is no ordinary file")
    return text


def file_text(name: str) -> str:
    """The text of the file that a rulebook's name refers to."""
    if is_file_name(name):
        return _read(name, typed=True)
    return _text_of(find_edition(name).edition_name)


def opened(name: str, *, typed: bool = False) -> str:
    """The text of the file that a name refers to, or the name itself if it refers to none.

    It always has a line break, so that nothing that a file holds is taken for a name and repeated.

    A file that extends another is written out in full: the text may be kept where the other file is
    not available.
    """
    if not is_file_name(name):
        return name
    text = _read(name, typed=typed)
    if not _extends_file(text):
        return text if "\n" in text else f"{text}\n"
    return rulebook_text(read_rulebook(text, _beside(Path(name).parent), name))


def _extends_file(text: str) -> bool:
    try:
        base = parsed(text[: LONGEST + 1]).get(EXTENDS)
    except NotToml:
        return False  # reading the file reports the error
    return isinstance(base, str) and is_file_name(base)


def check_file(name: str) -> Checked:
    """Everything that is wrong with the file of that name, or with one of ours."""
    folder = Path(name).parent
    return check_text(file_text(name), _beside(folder) if is_file_name(name) else _in_package)


def check_text(text: str, find_base: FindBase = _in_package) -> Checked:
    """Everything that is wrong with a file's text, and what it leaves to readings."""
    checked = check(text, find_base)
    if checked.rulebook is None or not (taken := _taken(checked.rulebook)):
        return checked
    taken = structs.replace(taken, line=line_near(lines_of(text), taken.path))
    return structs.replace(checked, wrong=(*checked.wrong, taken))


def read_text(text: str, name: str) -> Rulebook:
    """The rulebook that a file's text describes, wherever it was kept."""
    rulebook = _said(text, name)
    if taken := _taken(rulebook):
        raise BadRulebook(name, [taken])
    return rulebook


def kept_rulebook(name: str) -> Rulebook:
    """The rulebook that a log names: an edition, or the text of a file.

    Whether a file's name was free was checked when the file came in; editions added to the package
    since must not make a log unreadable.
    """
    return _said(name, "the rulebook") if "\n" in name else find_edition(name)


@lru_cache(maxsize=64)
def _said(text: str, name: str) -> Rulebook:
    return read_rulebook(text, _in_package, name)


def is_carried(rulebook: Rulebook) -> bool:
    """Whether it is identical to a rulebook of the package."""
    name = rulebook.edition_name
    return name in _FILES and rulebook == _edition(name)


def _taken(rulebook: Rulebook) -> Finding | None:
    """Rounds are stamped with the edition, so different rules need a different name."""
    name = rulebook.edition_name
    if name not in _FILES or is_carried(rulebook):
        return None
    return Finding(f"{name} says something else; give a slug or an edition of its own", ("slug",))
