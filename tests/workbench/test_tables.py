"""The drawn tables in a browser: nothing moves between the frames of a game, nothing sticks out, and nobody's hand is shown to others."""

from typing import Any

import pytest

from brewsim.games import TITLES, load_title
from brewsim.rules import load_rules
from tests.workbench.conftest import PHONE, WIDE
from tests.workbench.test_scenes import as_seen_by, game_of, scene_of, some

STEP = 6  # every sixth of the tables that `some` picks

# Draws scenes one after the other for the same seat, into a place as wide as the window, and says what it finds.
DRAW = """
async ([title, scenes, seat]) => {
  const { draw } = await import(`${document.baseURI.split("#")[0]}page/tables/${title}.js`);
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "page/tables/tables.css" });
  await new Promise((done) => { sheet.onload = done; document.head.append(sheet); });
  const place = document.createElement("div");
  place.style.cssText = "position: absolute; inset: 0 0 auto 0; padding: 16px;";
  document.body.append(place);
  return scenes.map((scene) => {
    place.replaceChildren(draw(scene, { seat }));
    const size = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    };
    return {
      boxes: [...place.querySelectorAll(".t-now, .t-common, .t-panel")].map(size).join(", "),
      sticksOut: place.scrollWidth > place.clientWidth,
      label: place.firstElementChild.getAttribute("aria-label"),
      role: place.firstElementChild.getAttribute("role"),
      html: place.innerHTML,
    };
  });
}
"""


def scenes_of(title: str, seats: int) -> list[dict[str, Any]]:
    """Some scenes of a game of bots that play well enough to build and brew."""
    rules = load_rules(title)
    return [scene_of(rules, state) for state in some(game_of(rules, seats, "greedy"))[::STEP]]


@pytest.mark.compiled_only
@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("title", TITLES)
def test_nothing_moves_or_sticks_out_from_frame_to_frame(new_page, title, viewport):
    page = new_page(viewport=viewport)
    scenes = scenes_of(title, max(load_title(title).seats))
    frames = page.evaluate(DRAW, [title, scenes, None])
    assert len({frame["boxes"] for frame in frames}) == 1
    assert not any(frame["sticksOut"] for frame in frames)
    assert len({frame["html"] for frame in frames}) == len(frames)  # each frame shows something else


@pytest.mark.compiled_only
@pytest.mark.parametrize("title", TITLES)
def test_a_seat_is_shown_the_same_with_and_without_what_others_hide(new_page, title):
    page = new_page()
    scenes = scenes_of(title, min(load_title(title).seats))
    whole = page.evaluate(DRAW, [title, scenes, 1])
    stripped = page.evaluate(DRAW, [title, [as_seen_by(scene, 0) for scene in scenes], 1])
    assert [frame["html"] for frame in whole] == [frame["html"] for frame in stripped]
    assert {frame["role"] for frame in whole} == {"img"}
    for scene, frame in zip(scenes, whole):
        assert f"Round {scene['now']['round']}" in frame["label"]
        assert all(f"seat {each['seat']} " in frame["label"] for each in scene["seats"])


@pytest.mark.compiled_only
@pytest.mark.parametrize("title", ["brew_crafters", "brew_baron", "wizards_brew"])
def test_all_hands_are_drawn_where_nobody_in_particular_looks(new_page, title):
    page = new_page()
    first = scenes_of(title, min(load_title(title).seats))[:1]
    (for_all,) = page.evaluate(DRAW, [title, first, None])
    (for_one,) = page.evaluate(DRAW, [title, first, 1])
    assert for_all["html"] != for_one["html"]
