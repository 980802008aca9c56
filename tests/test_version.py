"""The version that the program tells is the one it is packaged under."""

from __future__ import annotations

import tomllib
from pathlib import Path

from net.version import APP, VERSION


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION
    assert f"unokart {VERSION}" == APP
