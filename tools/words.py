"""Brings the catalogue up to date: `make words`.

Collects every sentence of the program, puts those that are new into the file of each language,
drops those that are gone, and says how much is translated. With names of languages it also lists
what is missing in them: `python -m tools.words zh-Hans`.
"""

import io
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import chain

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from croupier.house.http.pages.site import FOLDER as PAGES
from croupier.languages.catalogue import ENGLISH, LANGUAGES, Language, read_words
from croupier.languages.page_texts import PageTexts
from tools.sentences import (
    PROGRAM,
    book_sentences,
    help_sentences,
    python_sentences,
    rule_sentences,
    vocabulary,
)

TEXTS = "text/en*.js"
FOR_PLAYERS = frozenset(
    f"house/http/pages/static/text/{name}.js"
    for name in (
        *("en", "en_account", "en_outcome", "en_learn", "en_odds"),
        *("en_book", "en_shuffle", "en_sign", "en_log", "en_sheets"),
    )
)
"""Texts of the pages that players open."""
SIGNS = "house/http/pages/static"
"""Where signs stand that join words: in all modules of the pages."""
_PLACE = re.compile(r"\{\w+\}")
HEADER = """\
# The words of Croupier in {name}.
# English stands behind every sentence that is missing here. `make words` brings this up to date.
msgid ""
msgstr ""
"Language: {tag}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""

Places = Mapping[str, list[str]]
"""Sentences, and the files in which each stands."""


def collected() -> Places:
    """Every sentence of the program, in the order of its files."""
    found: dict[str, list[str]] = {}
    for sentence, file in chain(
        page_sentences(),
        vocabulary(),
        python_sentences(),
        help_sentences(),
        rule_sentences(),
        book_sentences(),
    ):
        if not sentence:
            continue
        places = found.setdefault(sentence, [])
        if file not in places:
            places.append(file)
    return found


def page_sentences() -> Iterator[tuple[str, str]]:
    texts = set(PAGES.glob(TEXTS))
    for path in sorted(PAGES.rglob("*.js")):
        module = PageTexts(path.read_text("utf-8"), signs_only=path not in texts)
        for sentence in module.sentences():
            words = any(sign.isalpha() for sign in _PLACE.sub("", sentence.words))
            yield sentence.words, path.relative_to(PROGRAM).as_posix() if words else SIGNS


def written(language: Language, sentences: Places, words: Mapping[str, str]) -> str:
    """The file of a language, with what is translated so far."""
    catalog = Catalog(language.tag.replace("-", "_"), fuzzy=False, charset="utf-8")
    for sentence, places in sentences.items():
        catalog.add(sentence, words.get(sentence, ""), locations=[(one, 0) for one in places])
    file = io.BytesIO()
    write_po(file, catalog, width=100, omit_header=True, include_lineno=False, ignore_obsolete=True)
    head = HEADER.format(name=language.name, tag=language.tag)
    return f"{head}\n{file.getvalue().decode()}"


def missing(sentences: Places, words: Mapping[str, str]) -> list[str]:
    return [one for one in sentences if one not in words]


def for_players(sentences: Places) -> Places:
    return {one: places for one, places in sentences.items() if FOR_PLAYERS & set(places)}


def main(asked: list[str]) -> None:
    sentences = collected()
    for tag, language in LANGUAGES.items():
        if tag == ENGLISH:
            continue
        words = read_words(language.file) if language.file.exists() else {}
        language.file.write_text(written(language, sentences, words), "utf-8")
        parts = {"everything": sentences, "players' pages": for_players(sentences)}
        for part, those in parts.items():
            done = len(those) - len(missing(those, words))
            print(f"{language.name}, {part}: {done} of {len(those)} sentences")
        if tag in asked:
            print("\n".join(missing(sentences, words)))


if __name__ == "__main__":
    main(sys.argv[1:])
