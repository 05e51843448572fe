"""`croupier people`, and settings under which others than the own machine may come."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.people import people
from croupier.house.operate.config import BadConfig, read_config
from croupier.house.operate.key_file import write_keys
from croupier.house.sealing import Keyring
from croupier.house.store import database_url
from tests.house.houses import KEY
from tests.house.serving import serving


async def test_a_lost_password_is_reset_on_the_house_s_own_disk(tmp_path: Path) -> None:
    import asyncio

    async with serving(database_url(tmp_path)) as (house, _):
        first = await house.registry.open()
    write_keys(tmp_path / "house.key", Keyring.of(KEY))
    run = CliRunner().invoke
    done = await asyncio.to_thread(run, people, ["reset-password", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    password = done.output.splitlines()[-1].strip()
    wrong = await asyncio.to_thread(run, people, ["reset-password", "eve", "--data", str(tmp_path)])
    assert wrong.exit_code == 2
    assert "Nobody here is called 'eve'" in wrong.stderr
    async with serving(database_url(tmp_path)) as (house, _):
        with pytest.raises(Exception, match="not right"):
            await house.authentication.log_in("admin", str(first), None, "10.0.0.1")
        assert await house.authentication.log_in("admin", password, None, "10.0.0.1")


def _config(tmp_path: Path, text: str) -> None:
    (tmp_path / "croupier.toml").write_text(text)
    read_config(tmp_path, {})


def test_a_host_other_than_loopback_takes_tls_or_a_proxy(tmp_path: Path) -> None:
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("")
    files = f'tls_certificate = "{tmp_path}/cert.pem"\ntls_key = "{tmp_path}/key.pem"\n'
    _config(tmp_path, 'host = "0.0.0.0"\n' + files)
    _config(tmp_path, 'host = "0.0.0.0"\nbehind_proxy = true\n')
    for host in ("0.0.0.0", "::", "192.168.1.5", "casino.example"):
        with pytest.raises(BadConfig, match="is not this machine"):
            _config(tmp_path, f'host = "{host}"')
    for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost"):
        _config(tmp_path, f'host = "{host}"')


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('tls_certificate = "/nowhere/cert.pem"', "both"),
        ('tls_certificate = "/nowhere/c.pem"\ntls_key = "/nowhere/k.pem"', "there is no file"),
        ('trusted_proxies = "10.0.0.0/8, everybody"', "everybody"),
        ("session_hours = 0", "session_hours"),
        ("body_kib = 0", "body_kib"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadConfig, match=problem):
        _config(tmp_path, text)


def test_names_of_the_own_machine(tmp_path: Path) -> None:
    assert read_config(None, {}).names == ("localhost", "127.0.0.1", "::1")
    proxied = {"CROUPIER_BEHIND_PROXY": "true", "CROUPIER_HOSTS": "Casino.example, x"}
    assert read_config(None, proxied).names == ("casino.example", "x")
