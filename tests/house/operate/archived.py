"""What is in the file of an archive."""

from pathlib import Path

from croupier.house.model.records import Entry, Posting
from croupier.house.read.archive_file import Archive, ArchivedRecord


def lines_in(file: Path) -> list[ArchivedRecord | Posting]:
    return list(Archive(file).lines())


def records_in(file: Path) -> list[Entry]:
    return [one.entry for one in Archive(file).records()]
