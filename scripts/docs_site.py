"""Builds the documentation site from docs/: pages, pictures of the games, and the API reference.

The pages are first laid out in build/docs: files outside of docs/ that documents link to become
pages, the rules get pictures, the notebook becomes a page. Zensical turns them into HTML in strict
mode, so that a broken link stops the build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludarium import AnyGame, games, load
from ludarium.core import record as records
from ludarium.core.diagram import RulesDiagram, diagram_state, replace_diagrams

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
STAGE = ROOT / "build" / "docs"
PAGES = STAGE / "pages"
SITE = STAGE / "site"
TARGET = ROOT / "src" / "ludarium" / "docs"
CONFIG = ROOT / "scripts" / "zensical.toml"
# Documents beside docs/ that its pages link to.
PROJECT_PAGES = {
    name: f"project/{name.lower()}"
    for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASE.md", "SECURITY.md")
}
LANGUAGES = {".py": "python", ".js": "js", ".c": "c", ".toml": "toml"}
FENCE = re.compile(r"^(```.*?^```)$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s#:]+)(#[^()\s]*)?\)")
INDEX_LINK = re.compile(r"^- \[(.+?)\]\((.+?)\)", re.MULTILINE)
API_PAGES = {"ludarium": "reference/api/ludarium.md", "ludarium.agents": "reference/api/agents.md"}
PICTURE_WIDTH_PX = 420
# Not used by our pages, or wrong below /docs.
UNUSED = ("404.html", "sitemap.xml", "objects.inv", "assets/stylesheets/classic", "assets/images")


def main() -> None:
    """Lay out the pages, build them strictly, and put the site into the package."""
    shutil.rmtree(PAGES, ignore_errors=True)
    copy_documents()
    write_example_pages()
    write_api_pages()
    write_notebook_page()
    for name in games():
        add_pictures(name)
    for file in [*(ROOT / "scripts").glob("docs.css"), ROOT / "web" / "public" / "favicon.svg"]:
        shutil.copy(file, PAGES / file.name)
    config = CONFIG.read_text("utf-8").replace("[project]\n", f"[project]\n{nav_line()}\n", 1)
    (STAGE / "zensical.toml").write_text(config, "utf-8")
    shutil.rmtree(SITE, ignore_errors=True)
    run_zensical()
    install_site()


def copy_documents() -> None:
    """The documents of docs/ and of the project, with links that hold in the site."""
    for file in sorted(DOCS.rglob("*")):
        if file.is_file() and file.suffix != ".ipynb":
            copy_page(file, str(file.relative_to(DOCS)))
    for name, page in PROJECT_PAGES.items():
        copy_page(ROOT / name, page)


def copy_page(file: Path, page: str) -> None:
    """One file to its place; in Markdown the links are changed, but not those in code."""
    target = PAGES / page
    target.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix != ".md":
        shutil.copy(file, target)
        return
    parts = FENCE.split(file.read_text("utf-8"))
    parts[::2] = [LINK.sub(lambda link: site_link(file, page, link), part) for part in parts[::2]]
    target.write_text("".join(parts), "utf-8")


def site_link(file: Path, page: str, link: re.Match[str]) -> str:
    """A link of a document as a link of its page."""
    # Symlinks stay: the documents of the games link to each other by their places in docs/.
    wanted = os.path.normpath(file.parent / link[1])
    place, anchor = site_place(Path(wanted).relative_to(ROOT).as_posix())
    return f"]({os.path.relpath(place, Path(page).parent)}{link[2] or anchor})"


def site_place(path: str) -> tuple[str, str]:
    """The place in the site of a path of the repository, and the anchor where it is."""
    if path in PROJECT_PAGES:
        return PROJECT_PAGES[path], ""
    if path.endswith(".ipynb"):
        return f"{path.removeprefix('docs/').removesuffix('.ipynb')}.md", ""
    if path == "docs":
        return "README.md", ""
    if path == "README.md":
        return "README.md", ""
    if path.startswith("docs/"):
        return path.removeprefix("docs/"), ""
    folder, _, name = path.removeprefix("examples/").partition("/")
    if path.startswith("examples/"):
        return f"examples/{folder}.md", f"#{heading_anchor(name)}" if name else ""
    raise SystemExit(f"A document links to {path}: scripts/docs_site.py must say where it goes.")


def heading_anchor(name: str) -> str:
    return re.sub(r"[^\w-]", "", name.lower())


def write_example_pages() -> None:
    """A page with all files of each folder of examples/."""
    (PAGES / "examples").mkdir(parents=True, exist_ok=True)
    for folder in example_folders():
        lines = [f"# Examples: {folder.name}", ""]
        for file in sorted(folder.iterdir()):
            if language := LANGUAGES.get(file.suffix):
                code = file.read_text("utf-8").rstrip()
                lines += [f"## {file.name}", "", f"````{language}", code, "````", ""]
        (PAGES / "examples" / f"{folder.name}.md").write_text("\n".join(lines), "utf-8")


def example_folders() -> list[Path]:
    return sorted(path for path in EXAMPLES.iterdir() if path.is_dir() and path.name[0] not in "._")


def write_api_pages() -> None:
    """The reference of the two public packages, from their docstrings by mkdocstrings."""
    for package, page in API_PAGES.items():
        file = PAGES / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# API of `{package}`\n\n::: {package}\n", "utf-8")


def write_notebook_page() -> None:
    """The notebook as a page: the text, and the code in blocks."""
    for file in DOCS.rglob("*.ipynb"):
        cells: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["cells"]
        page = (PAGES / file.relative_to(DOCS)).with_suffix(".md")
        page.write_text("\n\n".join(map(render_cell, cells)) + "\n", "utf-8")


def render_cell(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    return text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"


def add_pictures(name: str) -> None:
    """Boards of the game's demonstration below the first paragraph, and the diagrams as boards."""
    page = PAGES / "rules" / f"{name}.md"
    (page.parent / "images").mkdir(exist_ok=True)
    captions, pictures = [], []
    for shot, caption, game, state in demo_states(name):
        captions.append(caption)
        pictures.append(draw_board(f"{name}-{shot}", caption, game, state))

    def draw_diagram(number: int, diagram: RulesDiagram) -> str:
        game, state = diagram_state(diagram, type(load(name)))
        picture = draw_board(f"{name}-{number}", diagram.caption, game, state, ".diagram")
        return f"{picture}\n*{diagram.caption}*{{ .caption }}"

    shown = "\n".join([*pictures, f"*{'; '.join(captions)}.*{{ .caption }}"])
    head, first, rest = page.read_text("utf-8").split("\n\n", 2)
    rest = replace_diagrams(rest, draw_diagram)
    page.write_text("\n\n".join([head, first, shown, rest]), "utf-8")


def draw_board(file: str, caption: str, game: AnyGame, state: Any, kind: str = ".board") -> str:
    """Draw a state for light and dark pages; the Markdown that shows the right one."""
    shown = []
    for look, dark in (("light", False), ("dark", True)):
        svg = game.draw(state, dark=dark, width_px=PICTURE_WIDTH_PX).svg
        (PAGES / "rules" / "images" / f"{file}-{look}.svg").write_text(svg, "utf-8")
        shown.append(f"![{caption}](images/{file}-{look}.svg#only-{look}){{ {kind} }}")
    return "\n".join(shown)


def demo_states(name: str) -> Iterator[tuple[str, str, AnyGame, Any]]:
    """The first, a middle and the last board of the demonstration."""
    file = ROOT / "src" / "ludarium" / "games" / name / "demo.json"
    match = records.replay(records.loads(file.read_text("utf-8")))
    game = match.game
    states = [game.state_to_json(position) for position, _ in match.steps()]
    middle = len(states) // 2
    yield "start", "The start", game, states[0]
    yield "middle", f"after {middle} moves of a game", game, states[middle]
    yield "end", "the end of that game", game, game.state_to_json(match.position)


def nav_line() -> str:
    """The navigation, from the index of the documents and the pages that are made here."""
    index = (DOCS / "README.md").read_text("utf-8")
    nav: list[dict[str, Any]] = [{"Start": "README.md"}]
    for part in index.split("\n## ")[1:]:
        title = part.split("\n", 1)[0].split(":")[0]
        pages = [
            {text: site_place(f"docs/{os.path.normpath(link)}")[0]}
            for text, link in INDEX_LINK.findall(part)
            if not link.startswith("..")
        ]
        nav.append({title: pages})
    by_title = {title: pages for entry in nav for title, pages in entry.items()}
    by_title["Reference"][:0] = [{f"API: {name}": page} for name, page in API_PAGES.items()]
    by_title["Reference"] += [{load(name).title: f"reference/games/{name}.md"} for name in games()]
    by_title["Rules of the games"] += [{load(name).title: f"rules/{name}.md"} for name in games()]
    folders = [{folder.name: f"examples/{folder.name}.md"} for folder in example_folders()]
    nav.append({"Examples": folders})
    nav.append({"Project": [{name: page} for name, page in PROJECT_PAGES.items()]})
    return f"nav = {toml_value(nav)}"


def toml_value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(k)} = {toml_value(v)}' for k, v in value.items())}}}"
    return json.dumps(value)


def run_zensical() -> None:
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", "zensical.toml"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=STAGE, env=environment, check=False, text=True, capture_output=True
    )
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit("The documentation site was not built: mend what is listed above.")


def install_site() -> None:
    """The built site to its place in the package, without what our pages do not use."""
    for name in UNUSED:
        path = SITE / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(SITE, TARGET)


if __name__ == "__main__":
    main()
