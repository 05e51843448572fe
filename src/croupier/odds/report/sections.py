"""The parts of a sheet in the order in which they are shown, on whatever medium."""

from collections.abc import Mapping

from croupier.odds.blind import BlindBox
from croupier.odds.main_game import MainOdds
from croupier.odds.report import content
from croupier.odds.report.content import Section
from croupier.odds.sheet import Sheet, sheet_economics, stated
from croupier.rulebooks.wagers import WagerKind

JACKPOTS = {
    WagerKind.JACKPOT: "Jackpot on the player's hand",
    WagerKind.DEALER_JACKPOT: "Jackpot on the dealer's hand",
}


def sheet_sections(
    sheet: Sheet,
    long_run: bool = False,
    known: Mapping[int, MainOdds] | None = None,
    blind: BlindBox | None = None,
) -> list[Section]:
    """The sections of a sheet, with what else was asked for."""
    sections = [content.main_section(sheet.main)]
    if sheet.at_the_table:
        statement = stated(sheet.rulebook, sheet.question.ante)
        sections.append(content.strategy_section(sheet, statement))
    for name, odds in sheet.side_wagers.items():
        label = sheet.rulebook.label(name).capitalize()
        sections.append(content.wager_section(label, odds))
    for target, jackpot in sheet.jackpots.items():
        sections.append(content.jackpot_section(JACKPOTS[target], sheet, jackpot))
    awards = content.awards_section(sheet)
    if awards is not None:
        sections.append(awards)
    if long_run:
        sections.append(content.economics_section(sheet, sheet_economics(sheet)))
    if known:
        sections.append(content.information_section(known))
    if blind is not None:
        sections.append(content.blind_section(blind))
    return sections
