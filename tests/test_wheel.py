"""What is built can be installed and works away from the checkout, and carries nobody's data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.test_command import free_port

ROOT = Path(__file__).parent.parent
PATIENCE = 60.0


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build sdist and wheel from a copy in which somebody has played."""
    source = tmp_path_factory.mktemp("source")
    # From the names of files alone: what was made beside them (.venv, caches) is not what is built.
    for name in ("companion", "templates", "static", "instance", "docs", "tests"):
        _copy(ROOT / name, source / name)
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".coverage":
            (source / path.name).write_bytes(path.read_bytes())
    for name in ("companion.db", "companion.db-wal", "secret.key"):
        (source / "instance" / name).write_text("an evening of somebody's")
    out = source / "dist"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def _copy(source: Path, target: Path) -> None:
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copied = target / path.relative_to(source)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_bytes(path.read_bytes())


def names_in(built: Path) -> dict[str, list[str]]:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed, tarfile.open(sdist) as unpacked:
        return {"wheel": packed.namelist(), "sdist": unpacked.getnames()}


def test_e125_nothing_of_the_instance_folder_is_built_in(built: Path) -> None:
    for kind, names in names_in(built).items():
        assert names
        for name in names:
            assert not re.search(r"(^|/)instance(/|$)|\.db|\.key$|__pycache__", name), (kind, name)


def test_the_wheel_holds_the_pages_beside_the_code_and_no_tests(built: Path) -> None:
    names = names_in(built)["wheel"]
    catalogue = "companion/translations/nl/LC_MESSAGES/messages.mo"
    for name in (
        "companion/templates/base.html",
        "companion/static/app.css",
        "companion/games/strip/game.py",
        catalogue,
    ):
        assert name in names
    assert not any(name.startswith(("tests/", "templates/", "static/")) for name in names)


def test_e124_the_installed_command_serves_pages_styles_and_scripts(built: Path, tmp_path: Path) -> None:
    """E-124, E-126: in an environment of its own, away from the checkout, with its data outside of it."""
    env = tmp_path / "env"
    # The dependencies are those of this environment: the test needs no network.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(env)], check=True, timeout=PATIENCE)
    (site,) = env.glob("lib/python*/site-packages")
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(env / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True, timeout=PATIENCE)
    assert (site / "companion" / "templates").is_dir()
    here = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(here))
    port = free_port()
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COMPANION_INSTANCE")}
    variables |= {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": str(tmp_path / "data")}
    (tmp_path / "home").mkdir()
    command = [str(env / "bin" / "vegas-companion"), "--host", "127.0.0.1", "--port", str(port)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, env=variables, stdout=pipe, stderr=pipe, text=True) as server:
        try:
            assert server.stdout
            kept = server.stdout.readline().removeprefix("Tables are kept in ").strip()
            assert Path(kept).is_absolute(), server.stderr and server.stderr.read()
            assert not Path(kept).is_relative_to(env)
            assert (Path(kept) / "companion.db").is_file()
            _crawl(f"http://127.0.0.1:{port}")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)


def _crawl(base: str) -> None:
    page = _fetched(f"{base}/").decode()
    assert "Vegas Strip" in page
    linked = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page))
    assert any(".css" in url for url in linked)
    assert any(".js" in url for url in linked)
    shipped = {f"/static/{path.name}" for path in (ROOT / "static").iterdir() if path.suffix in (".css", ".js", ".svg")}
    for url in linked | shipped | {"/static/vendor/htmx-2.0.11.min.js"}:
        assert _fetched(base + url), url


def _fetched(url: str) -> bytes:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return bytes(answer.read())
        except ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
