"""Verification goes through the log in its order and finds no wallet below zero."""

import pytest

from croupier.house.log.stream import BrokenStream
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.records import Posting
from croupier.house.read.proof.money import Wallets


def moved(amount: int, debit: str = "chips", credit: str = "player:ann") -> Posting:
    return Posting("table:T1", 1, debit, credit, amount, "")


def spent(amount: int) -> Posting:
    return moved(amount, "player:ann", "layout:T1")


@pytest.mark.parametrize(("amount", "sound"), [(99, True), (100, True), (101, False)])
def test_a_wallet_below_zero_is_found_though_it_is_filled_again(amount: int, sound: bool) -> None:
    wallets = Wallets()
    wallets.take("1", (moved(100),), relative=False)
    wallets.take("2", (spent(amount),), relative=False)
    if sound:
        wallets.take("3", (moved(100),), relative=False)
        wallets.finish()
        return
    with pytest.raises(BrokenStream, match=r"player:ann came to -0\.01 by command 2"):
        wallets.take("3", (moved(100),), relative=False)


def test_within_one_command_only_what_it_comes_to_counts() -> None:
    wallets = Wallets()
    wallets.take("1", (spent(100), moved(100)), relative=False)
    wallets.finish()


def test_the_last_command_is_looked_at_too() -> None:
    wallets = Wallets()
    wallets.take("1", (spent(1),), relative=False)
    with pytest.raises(BrokenStream):
        wallets.finish()


def test_accounts_from_before_wallets_run_relative_to_zero() -> None:
    wallets = Wallets()
    wallets.take("1", (spent(1),), relative=True)
    wallets.finish()


@pytest.mark.parametrize(("held", "sound"), [(9, True), (10, True), (11, False)])
def test_what_a_command_of_the_cage_had_to_leave_behind(held: int, sound: bool) -> None:
    wallets = Wallets()
    wallets.take("1", (moved(held),), relative=False)
    if sound:
        wallets.demand((Bound("player:ann", 0, 10),))
    else:
        with pytest.raises(BrokenStream):
            wallets.demand((Bound("player:ann", 0, 10),))
