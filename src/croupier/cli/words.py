"""The language of the command line: that of the environment, or the one asked for by `--lang`."""

import os

CHOSEN = "CROUPIER_LANG"
_ENVIRONMENT = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")


def say(sentence: str) -> str:
    """A sentence in that language; English where the catalogue does not have it."""
    wish = next((value for name in _ENVIRONMENT if (value := os.environ.get(name))), "")
    tag = wish.partition(".")[0].replace("_", "-")
    if tag[:2].lower() in ("", "c", "en", "po"):
        return sentence  # without reading a catalogue
    from croupier.languages.catalogue import catalogue, chosen

    return catalogue(chosen(tag)).say(sentence)
