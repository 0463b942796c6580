"""The documents of the repository: links, the tree of folders, and the reasons of dependencies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludarium"
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
DOCUMENTS = sorted(
    {*ROOT.glob("*.md"), *ROOT.glob(".github/**/*.md"), *ROOT.glob("docs/**/*.md")}
    | set(PACKAGE.glob("games/*/rules.md"))
)
ARCHITECTURE_WORDS = 900
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"")
TREE = re.compile(r"^src/ludarium/\n(.*?)^```", re.MULTILINE | re.DOTALL)
FOLDER = re.compile(r"^( +)(\w+)/ +\S", re.MULTILINE)
BUILT = {"client", "client/assets", "docs"}  # `make client` and `make docs` make these
REQUIREMENT = re.compile(r"[\w.-]+")
TABLE_ROW = re.compile(r"^\| ([\w, .-]+) \|.*\w", re.MULTILINE)


def document_name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def folders_in_tree(text: str) -> list[str]:
    """The paths of the tree's folders, by their indentation."""
    (tree,) = TREE.findall(text)
    paths: list[str] = []
    parent = ""
    for indent, name in FOLDER.findall(tree):
        parent = name if len(indent) == 2 else parent
        paths.append(name if len(indent) == 2 else f"{parent}/{name}")
    return paths


def folders_on_disk() -> set[str]:
    """The package's folders, two levels deep."""
    found = {*PACKAGE.glob("*/"), *PACKAGE.glob("*/*/")}
    names = {str(folder.relative_to(PACKAGE)) for folder in found if folder.is_dir()}
    return {name for name in names if not re.match("(client|docs)(/|$)|.*__pycache__", name)}


def package_name(requirement: str) -> str:
    found = REQUIREMENT.match(requirement)
    assert found, requirement
    return found[0].lower().replace("_", "-")


@pytest.mark.parametrize("file", DOCUMENTS, ids=document_name)
def test_every_link_to_a_file_leads_to_one(file: Path) -> None:
    targets = [a or b for a, b in LINK.findall(file.read_text("utf-8"))]
    local = [target for target in targets if ":" not in target]
    assert [target for target in local if not (file.parent / target).exists()] == []


def test_the_tree_of_the_architecture_page_is_the_tree_on_the_disk() -> None:
    listed = folders_in_tree(ARCHITECTURE)
    assert len(listed) == len(set(listed))
    assert set(listed) == folders_on_disk() | BUILT


def test_the_files_that_the_architecture_page_names_exist() -> None:
    named = set(re.findall(r"`([\w/-]+\.(?:py|tsx?|toml))`", ARCHITECTURE))
    files = [f"/{file.relative_to(ROOT)}" for file in PACKAGE.rglob("*.py")]
    files += [f"/{file.relative_to(ROOT)}" for file in (ROOT / "web" / "src").rglob("*.ts*")]
    assert named
    assert [name for name in named if not any(f.endswith(f"/{name}") for f in files)] == []


def test_the_architecture_page_is_short() -> None:
    assert len(ARCHITECTURE.split()) <= ARCHITECTURE_WORDS


def test_every_dependency_has_a_reason_and_no_other_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    required = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
    ]
    required = [name for name in required if not name.startswith("ludarium[")]
    text = (ROOT / "docs" / "reference" / "dependencies.md").read_text("utf-8")
    rows = [name for row in TABLE_ROW.findall(text) for name in row.split(", ")]
    explained = {package_name(name) for name in rows if name != "package"}
    assert explained == {package_name(name) for name in required}


def test_every_document_is_in_the_index() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text("utf-8")
    pages = {str(file.relative_to(docs)) for file in docs.glob("*/*.md")}
    linked = set(re.findall(r"\]\(([\w/-]+\.md)", index))
    missing = {page for page in pages if not page.startswith("rules/")} - linked
    assert missing == set()


def test_the_contributors_page_names_the_tests_of_every_folder() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.+?) \| (.+) \|$", text, re.MULTILINE)
    sources = {name for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    assert sources == {name for name in folders_on_disk() | BUILT if "/" not in name}
    tests = {name for row in rows for name in re.findall(r"`([\w/]+)`", row[1])}
    assert [name for name in tests if not (ROOT / name).is_dir()] == []


def test_workflows_call_targets_of_the_makefile_and_nothing_else() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert [file.stem for file in files] == ["checks", "nightly", "tests", "wheels"]
    for file in files:
        text = file.read_text("utf-8")
        commands = re.findall(r"run: (.+)", text)
        matrix = re.findall(r"target: \[(.+)\]", text)
        assert commands
        called = {command.removeprefix("make ") for command in commands}
        called |= {name for names in matrix for name in names.split(", ")}
        assert called - {"${{ matrix.target }}"} <= targets
