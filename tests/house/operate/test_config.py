"""Settings: one commented file, the environment over it, clear words for what cannot be."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.serve import serve
from croupier.house.operate.config import TEMPLATE, BadConfig, Config, read_config
from croupier.house.operate.data_folder import first_keys, house_keys, only_process, prepare
from croupier.house.operate.key_file import make_keys
from croupier.house.sealing import Keyring


def test_the_commented_file_states_the_defaults(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert (tmp_path / "croupier.toml").read_text(encoding="utf-8") == TEMPLATE
    assert read_config(tmp_path, {}) == Config()


def test_environment_over_file_and_options_over_both(tmp_path: Path) -> None:
    (tmp_path / "croupier.toml").write_text('port = 1000\nlog_level = "error"\n')
    config = read_config(tmp_path, {"CROUPIER_PORT": "2000"})
    assert (config.port, config.log_level) == (2000, "error")
    assert read_config(tmp_path, {"CROUPIER_PORT": "2000"}, port=3000).port == 3000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("port = 70000", "port"),
        ('colour = "red"', "colour"),
        ("port =", "not TOML"),
        ('host = "0.0.0.0"', "is not this machine"),
        ('host = "casino.example"', "is not this machine"),
        ('key = "abc"', "key"),
    ],
)
def test_what_cannot_be_is_explained(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "croupier.toml").write_text(text)
    with pytest.raises(BadConfig, match=problem):
        read_config(tmp_path, {})


def test_a_host_other_than_this_machine_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(serve, ["--data", str(tmp_path), "--host", "0.0.0.0"])
    assert result.exit_code == 2
    assert "is not this machine" in result.stderr


def test_the_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="the house's key is not here"):
        house_keys(Config(), tmp_path)
    key, path = first_keys(Config(), tmp_path)
    assert path == tmp_path / "house.key"
    make_keys(path, key)
    assert house_keys(Config(), tmp_path) == key
    assert first_keys(Config(), tmp_path) == (key, None)
    assert [len(one) for one in key.keys] == [32]
    assert (tmp_path / "house.key").stat().st_mode & 0o077 == 0
    assert house_keys(Config(key="ab" * 32), tmp_path) == Keyring((b"\xab" * 32,))
    (tmp_path / "house.key").write_text("short")
    with pytest.raises(BadConfig, match=r"house\.key"):
        house_keys(Config(), tmp_path)


def test_serve_check_looks_and_stops(tmp_path: Path) -> None:
    result = CliRunner().invoke(serve, ["--data", str(tmp_path), "--check"])
    assert result.exit_code == 0
    assert "all is well" in result.stderr


def test_a_data_folder_serves_one_process(tmp_path: Path) -> None:
    with only_process(Config(), tmp_path):
        result = CliRunner().invoke(serve, ["--data", str(tmp_path), "--check"])
    assert result.exit_code == 2
    assert "another server" in result.stderr
    assert CliRunner().invoke(serve, ["--data", str(tmp_path), "--check"]).exit_code == 0
