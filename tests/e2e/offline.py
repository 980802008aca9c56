"""Virtual environments filled without the network: with links to what the tests themselves run on."""

import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def project_requirements(*extras: str) -> list[str]:
    """What pyproject.toml asks for, with these optional dependencies."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = (requirement for extra in extras for requirement in project["optional-dependencies"][extra])
    return [*project["dependencies"], *optional]


def make_venv(where: Path, requirements: Iterable[str]) -> None:
    """A new environment that has these requirements, all that they require in turn, and nothing else.

    They must be installed where the tests run; their versions are not compared.
    """
    venv.create(where, symlinks=True)
    paths = sysconfig.get_paths(vars={"base": str(where), "platbase": str(where)})
    for name in _closure(requirements):
        _link(name, site=Path(paths["purelib"]), scripts=Path(paths["scripts"]))


def _closure(requirements: Iterable[str]) -> set[str]:
    wanted: dict[tuple[str, str], None] = {}  # (name, extra), the extra of a plain requirement being ""
    todo = [Requirement(text) for text in requirements]
    while todo:
        requirement = todo.pop()
        for extra in ["", *requirement.extras]:
            if (requirement.name, extra) in wanted:
                continue
            wanted[requirement.name, extra] = None
            inner = map(Requirement, distribution(requirement.name).requires or ())
            todo += [each for each in inner if each.marker is None or each.marker.evaluate({"extra": extra})]
    return {name for name, _ in wanted}


def _link(name: str, site: Path, scripts: Path) -> None:
    installed = distribution(name)
    its_scripts = Path(sysconfig.get_path("scripts")).resolve()
    for file in installed.files or ():
        path = Path(str(installed.locate_file(file)))
        if file.parts[0] not in ("..", "__pycache__"):
            link = site / file.parts[0]
            path = Path(str(installed.locate_file(file.parts[0])))
        elif path.resolve().parent == its_scripts:
            link = scripts / path.name
        else:
            continue
        if not link.exists():
            link.symlink_to(path.resolve())


if __name__ == "__main__":
    make_venv(Path(sys.argv[1]), sys.argv[2:])
