"""Somebody at a screen that was left, who knows the password and not the second factor."""

from tests.house.app.people.visitors import GOOD, visited


async def test_knowing_the_password_forgives_no_guess_at_a_code(sqlite_url: str) -> None:
    """Five wrong codes make the name wait, whatever is tried with the password in between."""
    async with visited(sqlite_url) as hands:
        ann = await hands.register(await hands.admin(), "ann", "dealer")
        await hands.set_second_factor(ann)
        statuses = []
        for number in range(5):
            guess = await ann._http.post("/api/session/proof", json={"code": f"{number:06}"})
            statuses.append(guess.status_code)
            await ann._http.post("/api/password", json={"old": GOOD, "new": "short"})
        assert statuses[0] == 401
        assert statuses[-1] == 429


async def test_a_change_that_is_made_forgives_no_guess_at_a_code_either(sqlite_url: str) -> None:
    async with visited(sqlite_url) as hands:
        ann = await hands.register(await hands.admin(), "ann", "dealer")
        await hands.set_second_factor(ann)
        statuses, old = [], GOOD
        for number in range(5):
            guess = await ann._http.post("/api/session/proof", json={"code": f"{number:06}"})
            statuses.append(guess.status_code)
            new = f"another good secret {number}"
            done = await ann._http.post("/api/password", json={"old": old, "new": new})
            old = new if done.is_success else old
        assert statuses[0] == 401
        assert statuses[-1] == 429


async def test_without_a_factor_a_change_of_password_is_a_proof(sqlite_url: str) -> None:
    """Nothing else is to be guessed: four wrong passwords, a right one, and four again."""
    async with visited(sqlite_url) as hands:
        ann = await hands.register(await hands.admin(), "ann", "dealer")
        for old, new in ((GOOD, "another good secret"), ("another good secret", GOOD)):
            for _ in range(3):
                wrong = await ann._http.post("/api/password", json={"old": "no", "new": new})
                assert wrong.status_code == 401
            right = await ann._http.post("/api/password", json={"old": old, "new": new})
            assert right.is_success, right.text
