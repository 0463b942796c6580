"""Every page and board in both themes, on phone and desktop: accessible, complete, captured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.places import SETTLED, Place, lively_places, patient_server
from tests.browser.visitor import Visitor
from tests.server.serving import Process

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}
TOUCH = 40  # pixels: the smallest touch target
# Touch targets outside running text.
SMALL = """(least) => [...document.querySelectorAll(
    'button, input, select, summary, textarea, a.button, nav a, [role=tab]')]
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .map(e => [e.closest('label.tile, label.check') ?? e, e])
  .map(([e, inner]) => [e.getBoundingClientRect(), inner])
  .filter(([b]) => b.width > 1 && b.height > 1)
  .filter(([b]) => b.width < least - 0.5 || b.height < least - 0.5)
  .map(([b, e]) => `${e.outerHTML.slice(0, 90)} ${Math.round(b.width)}x${Math.round(b.height)}`)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with patient_server(tmp_path_factory.mktemp("pages")) as process:
        yield process


@pytest.fixture(scope="module")
def places(server: Process) -> Iterator[list[Place]]:
    with lively_places(server) as found:
        yield found


def violations(visitor: Visitor) -> list[str]:
    """The violations that axe-core finds on a page once nothing fades in or moves any more."""
    visitor.page.evaluate(SETTLED)
    visitor.page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = visitor.page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_accessible_and_complete(
    visit: Callable[..., Visitor], places: list[Place], theme: str, size: str
) -> None:
    phone = size == "phone"
    ada = visit(viewport=SIZES[size], has_touch=phone, device_scale_factor=2 if phone else 1)
    ada.prefer({"Light or dark": theme})
    ada.cut = True  # the browser logs the missing page
    PICTURES.mkdir(parents=True, exist_ok=True)
    wrong = []
    for place in places:
        ada.go(place.path)
        ada.page.locator(place.sign).first.wait_for(state="attached")
        ada.page.evaluate(SETTLED)
        full = place.name not in {"home", "rules"} or not phone
        ada.page.screenshot(
            path=PICTURES / f"{place.name}-{size}-{theme.lower()}.png", full_page=full and phone
        )
        wrong += [f"{place.name}: {one}" for one in violations(ada)]
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            wrong.append(f"{place.name} is {wide} pixels too wide")
        if phone:
            small = ada.page.evaluate(SMALL, TOUCH)
            wrong += [f"{place.name} is hard to hit: {one}" for one in small]
    assert wrong == []
