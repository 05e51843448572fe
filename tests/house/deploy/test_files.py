"""The files in `deploy` are what their programs take, and agree with one another."""

import os
import re
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from croupier.house.operate.config import Config, read_config
from tests.house.deploy.shipped import DEPLOY, ROOT, found, proxy_files, read_yaml, run

NAME = "casino.example"


# --- the image ---------------------------------------------------------------


def stages() -> dict[str, list[tuple[str, str]]]:
    """The instructions of each stage of the Containerfile, by its name."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = "\n".join(one for one in text.splitlines() if not one.lstrip().startswith("#"))
    parts: dict[str, list[tuple[str, str]]] = {}
    for line in lines.replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "FROM":
            parts[rest.rpartition(" AS ")[2]] = []
        if word:
            parts[list(parts)[-1]].append((word, rest))
    return parts


def test_the_images_run_as_somebody_without_powers_and_are_asked_for_their_health() -> None:
    house = dict(stages()["house"])
    assert house["USER"] == "10001:10001"
    assert "health.py" in house["HEALTHCHECK"]
    assert house["VOLUME"] == "/var/lib/croupier"
    assert dict(stages()["proxy"])["USER"] == "www-data"
    assert "pip" not in " ".join(rest for word, rest in stages()["house"] if word == "RUN")


def test_what_is_installed_in_the_image_has_the_hash_of_its_pin() -> None:
    for word, rest in stages()["build"]:
        for command in re.findall(r"/tools/bin/pip\b[^&]*\binstall\b[^&]*", rest):
            assert word == "RUN"
            assert "--require-hashes" in command
            assert "--constraint requirements.txt" in command or "pip.txt" in command


def test_what_is_copied_into_the_images_is_there() -> None:
    kept = (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()
    for stage in stages().values():
        for word, rest in stage:
            if word == "COPY" and not rest.startswith("--from"):
                *sources, _ = rest.split()
                for source in sources:
                    assert (ROOT / source).exists(), source
                    assert f"!{source.split('/')[0]}" in kept, source
    for script in ("entry.sh", "make-secrets.sh"):
        assert (DEPLOY / script).stat().st_mode & stat.S_IXOTH


def test_no_image_is_of_a_registry_of_ours_or_of_any_version() -> None:
    base = [rest for stage in stages().values() for word, rest in stage if word == "FROM"]
    services = read_yaml("compose.yaml")["services"].values()
    for image in [
        *(one.partition(" ")[0] for one in base),
        *(one["image"] for one in services if "build" not in one),
    ]:
        name, _, version = image.partition(":")
        assert version, image
        assert "." not in name.split("/")[0], image


# --- compose -----------------------------------------------------------------


@pytest.fixture
def compose() -> Any:
    return read_yaml("compose.yaml")


def test_compose_takes_the_file() -> None:
    environment = {**os.environ, "HOUSE_NAME": NAME}
    for command in (("docker", "compose"), ("docker-compose",)):
        try:
            there = run(*command, "version").returncode == 0
        except FileNotFoundError:
            continue
        if there:
            done = run(
                *(*command, "--file", DEPLOY / "compose.yaml", "config", "--quiet"),
                environment=environment,
            )
            assert done.returncode == 0, done.stderr
            return
    pytest.skip("compose is not installed here")


def test_everything_that_a_service_names_is_declared(compose: Any) -> None:
    for service in compose["services"].values():
        for one in service.get("secrets", ()):
            assert (one if isinstance(one, str) else one["source"]) in compose["secrets"]
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            known = (DEPLOY / source).exists() if source.startswith(".") else None
            assert source in compose["volumes"] if known is None else known, source
        if "build" in service:
            assert service["build"]["target"] in stages()
            assert (DEPLOY / service["build"]["context"]).resolve() == ROOT


def test_every_secret_is_a_file_that_the_script_makes_and_nobody_commits(
    compose: Any, tmp_path: Path
) -> None:
    ran = run(
        DEPLOY / "make-secrets.sh", NAME, environment={**os.environ, "SECRETS": str(tmp_path)}
    )
    assert ran.returncode == 0, ran.stderr
    made = {one.name for one in tmp_path.iterdir()}
    assert {Path(one["file"]).name for one in compose["secrets"].values()} == made
    assert all(one.stat().st_mode & 0o077 == 0 for one in tmp_path.iterdir())
    before = {name: (tmp_path / name).read_bytes() for name in made}
    run(DEPLOY / "make-secrets.sh", NAME, environment={**os.environ, "SECRETS": str(tmp_path)})
    assert {name: (tmp_path / name).read_bytes() for name in made} == before
    ignored = run("git", "-C", ROOT, "check-ignore", "--quiet", "deploy/secrets/house-key")
    assert ignored.returncode in (0, 128)  # 128: this is no checkout


def settings_of(compose: Any, service: str, key: str = "5e" * 32) -> Config:
    """What `croupier serve` makes of the environment of a container."""
    given = compose["services"][service]["environment"]
    written = {name: re.sub(r"\$\{\w+:\?[^}]*\}", NAME, value) for name, value in given.items()}
    of_image = dict(
        part.split("=", 1) for part in dict(stages()["house"])["ENV"].split() if "CROUPIER" in part
    )
    return read_config(None, {**of_image, **written, "CROUPIER_KEY": key})


def test_the_settings_of_both_processes_are_taken_and_are_the_same(compose: Any) -> None:
    first, second = (settings_of(compose, name) for name in ("house-1", "house-2"))
    assert first == second
    assert first.behind_proxy
    assert first.names == (NAME, "house-1", "house-2")
    assert "password" not in first.database


def test_addresses_are_the_same_in_every_file(compose: Any) -> None:
    def address(service: str) -> str:
        given: str = compose["services"][service]["networks"]["inside"]["ipv4_address"]
        return given

    upstream = (DEPLOY / "nginx" / "upstream.conf").read_text()
    assert re.findall(r"server ([\d.]+):8000", upstream) == [address("house-1"), address("house-2")]
    trusted = settings_of(compose, "house-1").trusted_proxies
    assert trusted == f"{address('proxy')}, {address('prometheus')}"
    [job] = read_yaml("prometheus/prometheus.yml")["scrape_configs"]
    assert job["static_configs"][0]["targets"] == ["house-1:8000", "house-2:8000"]
    assert compose["services"]["grafana"]["ports"] == ["127.0.0.1:3000:3000"]
    assert all("ports" not in compose["services"][name] for name in ("database", "house-1"))


def test_containers_write_only_where_they_are_given_a_place(compose: Any) -> None:
    confined = {name for name, one in compose["services"].items() if one.get("read_only")}
    assert confined == set(compose["services"]) - {"database"}
    for name in confined:
        assert compose["services"][name]["cap_drop"] == ["ALL"]


# --- proxy, watch, service manager ---------------------------------------------


def test_nginx_takes_its_file(tmp_path: Path) -> None:
    nginx = found("nginx")
    main = proxy_files(tmp_path)
    (tmp_path / "run").mkdir()
    done = run(nginx, "-e", "stderr", "-p", tmp_path / "run", "-c", main, "-t")
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr.replace('[warn] the "user" directive', "")


def test_prometheus_takes_its_files() -> None:
    promtool = found("promtool")
    for check in (
        ("config", "--syntax-only", DEPLOY / "prometheus" / "prometheus.yml"),
        ("rules", DEPLOY / "prometheus" / "alerts.yml"),
    ):
        done = run(promtool, "check", *check)
        assert done.returncode == 0, done.stdout + done.stderr


def unit_here(folder: Path) -> Path:
    """The unit, with a program that is there: systemd looks for it."""
    text = (DEPLOY / "croupier.service").read_text()
    assert text.count("ExecStart=/opt/croupier/bin/croupier serve ") == 1
    unit = folder / "croupier.service"
    unit.write_text(text.replace("/opt/croupier/bin/croupier", "/bin/true"))
    return unit


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    done = run(found("systemd-analyze"), "verify", "--man=no", unit_here(tmp_path))
    said = [line for line in done.stderr.splitlines() if "croupier.service" in line]
    assert (done.returncode, said) == (0, [])


def test_the_unit_is_confined(tmp_path: Path) -> None:
    """1.4 of 10 by the measure of systemd 252; two is where it begins to be exposed."""
    analyze = found("systemd-analyze")
    confined = run(
        *(analyze, "security", "--offline=true", "--threshold=20", unit_here(tmp_path)),
        environment={**os.environ, "SYSTEMD_PAGER": "cat"},
    )
    assert confined.returncode == 0, confined.stdout[-500:] + confined.stderr


def test_scripts_are_plain_shell() -> None:
    for script in ("entry.sh", "make-secrets.sh"):
        done = subprocess.run(["sh", "-n", DEPLOY / script], check=False)
        assert done.returncode == 0


def test_no_file_has_an_address_of_elsewhere() -> None:
    """Neither a registry nor a place to fetch from: only services inside."""
    for path in DEPLOY.rglob("*"):
        if path.is_file() and "secrets" not in path.relative_to(DEPLOY).parts:
            for host in re.findall(r"https?://([\w.-]+)", path.read_text(encoding="utf-8")):
                assert host in {"house", "prometheus"}, (path, host)
