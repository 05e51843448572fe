"""In which language a caller is answered."""

from collections.abc import Mapping

from croupier.languages.catalogue import ENGLISH, LANGUAGES, chosen

COOKIE = "croupier_language"
"""What a person has chosen on a page. It says nothing else about them."""


def language_of(headers: Mapping[str, str]) -> str:
    """The one chosen on a page, or else the one that the browser asks for."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value in LANGUAGES:
            return value
    wishes = headers.get("accept-language", "")
    return chosen(wishes) if wishes else ENGLISH
