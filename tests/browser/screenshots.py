"""Pictures of every page: those of the README, and contact sheets of all sizes and themes.

`python -m tests.browser.screenshots` writes docs/images; with `--all` also build/contact-sheets.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from rich.progress import track

from tests.browser.conftest import FLAGS, find_browser
from tests.browser.places import CELL, ROOT, SETTLED, Place, lively_places, patient_server
from tests.browser.visitor import Visitor

IMAGES = ROOT / "docs" / "images"
SHEETS = ROOT / "build" / "contact-sheets"
SIZES = {1440: 900, 1024: 768, 390: 844}
THUMB_WIDTH = 480  # pixels, on a contact sheet
SHEET_COLUMNS = 4
SHEET_ROWS = 3
PALETTE_COLOURS = 256  # of the README's pictures, which are a third as large then
# The pictures of the README: a page, a size and a theme.
README_PICTURES = {
    "client-caldera": ("board-caldera", 1280, 800, "light"),
    "client-ludus": ("board-ludus", 1280, 800, "dark"),
    "client-skysummit": ("board-skysummit", 1280, 800, "light"),
    "client-phone": ("board-pyramids", 390, 844, "light"),
}


def capture(visitor: Visitor, place: Place, file: Path) -> None:
    """Write a picture of a page."""
    visitor.go(place.path)
    visitor.page.locator(place.sign).first.wait_for(state="attached")
    visitor.page.evaluate(SETTLED)
    visitor.page.screenshot(path=file)


def write_readme_pictures(browser: Browser, port: int, places: dict[str, Place]) -> None:
    """Write the pictures of the README."""
    for name, (place, width, height, theme) in README_PICTURES.items():
        visitor = Visitor(
            browser, port, viewport={"width": width, "height": height}, color_scheme=theme
        )
        visitor.go("/")
        visitor.page.locator("main h1").wait_for()
        visitor.go(places[place].path)
        visitor.page.locator(CELL).first.wait_for(state="attached")
        visitor.page.evaluate(SETTLED)
        file = IMAGES / f"{name}.png"
        visitor.page.screenshot(path=file)
        Image.open(file).quantize(PALETTE_COLOURS).save(file, optimize=True)
        visitor.leave()


def write_sheet(files: list[Path], sheet: Path) -> None:
    """Write one contact sheet."""
    pictures = [Image.open(file) for file in files]
    heights = [round(each.height * THUMB_WIDTH / each.width) for each in pictures]
    tall = max(heights)
    rows = -(-len(files) // SHEET_COLUMNS)
    page = Image.new("RGB", (THUMB_WIDTH * SHEET_COLUMNS, tall * rows), "#888888")
    for number, (each, height) in enumerate(zip(pictures, heights, strict=True)):
        row, column = divmod(number, SHEET_COLUMNS)
        page.paste(each.resize((THUMB_WIDTH, height)), (column * THUMB_WIDTH, row * tall))
    page.save(sheet)


def write_contact_sheets(browser: Browser, port: int, places: list[Place]) -> None:
    """Write contact sheets of all pages, for each size and theme."""
    SHEETS.mkdir(parents=True, exist_ok=True)
    count = SHEET_COLUMNS * SHEET_ROWS
    for width, height in SIZES.items():
        for theme in ("light", "dark"):
            visitor = Visitor(
                browser, port, viewport={"width": width, "height": height}, color_scheme=theme
            )
            visitor.cut = True
            files = []
            for place in track(places, f"{width} {theme}"):
                files.append(SHEETS / f"{place.name}-{width}-{theme}.png")
                capture(visitor, place, files[-1])
            visitor.leave()
            for first in range(0, len(files), count):
                sheet = SHEETS / f"sheet-{width}-{theme}-{first // count}.png"
                write_sheet(files[first : first + count], sheet)


def main() -> None:
    """Write the pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patient_server(Path(folder)) as server,
        lively_places(server) as places,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_browser("chromium.sh"), args=FLAGS
        )
        write_readme_pictures(browser, server.port, {place.name: place for place in places})
        if "--all" in sys.argv[1:]:
            write_contact_sheets(browser, server.port, places)
        browser.close()


if __name__ == "__main__":
    main()
