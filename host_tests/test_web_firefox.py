"""The page in Firefox, by the browser's own remote protocol: first visit, keys, reload, a link."""

import firefox
import pytest
from test_web import same, served, simulated
from test_web_visits import ON, OVERLAY, Plain

if not firefox.find():
    pytest.skip("no Firefox here: install it, or name it in FIREFOX", allow_module_level=True)

pytestmark = pytest.mark.slow
ENTER = "\ue007"


def test_a_visit_is_played_and_reloaded(folder, handheld):
    with served(folder, Plain) as address, firefox.Firefox() as page:
        page.go(address)
        page.until(ON)
        assert same(page, simulated(handheld))
        page.run("location.hash = 'friday/1234'")
        handheld.prepare("friday", deal=1234)
        assert same(page, simulated(handheld))
        page.key(ENTER, "a", " ", ENTER)
        wanted = simulated(handheld, "A A A A")
        assert same(page, wanted)
        page.run("window.before = true")
        page.reload()
        page.until(f"!window.before && ({ON})")
        assert same(page, wanted) and page.run(f"{OVERLAY}.hidden")
        page.run("document.getElementById('friend').click()")
        page.until("!!document.querySelector('#friends[open]')")
        assert page.errors == []
