# SPDX-License-Identifier: Apache-2.0
"""Tests the page at a running controller without switches, in Chromium.

The network is what the configuration has: WTPs, and VAPs with hostile names."""
import os
import pathlib
import signal

import pytest
from playwright.sync_api import expect, sync_playwright

from conftest import ACCOUNTS
from controller import RESTCONF_PASSWORD

PAGE = "http://127.0.0.1:8181/cloudmac/"
CONFIGURATION = "/rests/data/cloudmac:cloudmac"
AXE = pathlib.Path(__file__).parents[2] / "cloudmac-web/node_modules/axe-core/axe.min.js"
PAGES = {
    "overview": "Overview",
    "stations": "Stations",
    "who": "Who would serve whom",
    "wtps": "WTPs",
    "vaps": "VAPs",
    "queues": "Queues",
    "air": "Air",
    "map": "Map",
    "functions": "Functions",
    "decisions": "Decisions",
    "alarms": "Alarms",
    "changes": "Changes",
}
STATION = "station/02%3Ac1%3A0d%3A00%3Ae0%3A01/02%3A00%3A00%3A00%3A00%3A01"
OCTETS = "".join(f"\\x{octet:02x}" for octet in range(0x80, 0xA0))
SSIDS = {
    "02:c1:0d:00:e0:01": "<script>document.title='x'</script>"[:32],
    "02:c1:0d:00:e0:02": "abc\u202edef",
    "02:c1:0d:00:e0:03": OCTETS,
    "02:c1:0d:00:e0:04": "<img src=x onerror=alert(1)>",
}
PASSWORDS = {"admin": RESTCONF_PASSWORD} | {name: given[0] for name, given in ACCOUNTS.items()}
SECONDS = 15_000
"""How long the page may take on a busy machine, ms."""


@pytest.fixture(scope="module")
def network(running):
    """Yield a controller with configured VAPs."""
    vaps = [{"bssid": bssid, "ssid": ssid} for bssid, ssid in SSIDS.items()]
    status, text = running.send("PUT", f"{CONFIGURATION}/vaps", {"cloudmac:vaps": {"vap": vaps}})
    assert status in (201, 204), text
    yield running
    assert running.send("DELETE", f"{CONFIGURATION}/vaps", None)[0] == 204


@pytest.fixture(scope="module")
def chromium(network, tmp_path_factory):
    """Yield a browser on the controller's machine."""
    program = tmp_path_factory.mktemp("browser") / "chromium"
    program.write_text(f'#!/bin/sh\nexec ip netns exec {network.inside} chromium "$@"\n')
    program.chmod(0o755)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Seen:
    """What a browser's tabs have reported."""

    def __init__(self, context):
        self.faults = []
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))

    def _hear(self, message):
        # A refused or empty answer of RESTCONF is no fault of the page.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.faults.append(message.text)


@pytest.fixture
def tab(chromium, request):
    """Yield a function that opens a tab as an account; no tab may report a fault."""
    contexts = []

    def opened(user="admin", path="overview", **options):
        context = chromium.new_context(**options)
        context.set_default_timeout(SECONDS)
        contexts.append((context, Seen(context)))
        page = context.new_page()
        page.goto(f"{PAGE}#/{path}")
        log_in(page, user)
        return page

    yield opened
    for context, seen in contexts:
        context.close()
        assert seen.faults == [], seen.faults


def log_in(page, user):
    page.fill("input[name=user]", user)
    page.fill("input[name=password]", PASSWORDS[user])
    page.click("button[type=submit]")
    page.wait_for_selector(".shell")


def live(page):
    expect(page.locator(".connection")).to_have_text("live", timeout=4 * SECONDS)


def go(page, path):
    page.evaluate("path => { location.hash = '#/' + path; }", path)
    if path in PAGES:
        expect(page.locator("h1")).to_have_text(PAGES[path])
    page.wait_for_function("() => !document.body.innerText.includes('reading …')")


def test_each_page_and_axe(tab):
    page = tab()
    live(page)
    axe = AXE.read_text(encoding="utf-8")
    for path in [*PAGES, STATION]:
        go(page, path)
        # The policy of the page forbids to add it as an element.
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations")
        serious = [
            (one["id"], one["nodes"][0]["html"])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], (path, serious)
        assert page.locator(".problem[role=alert]").count() == 0, path


@pytest.mark.parametrize(
    "user, actions, audits", [("viewer", 0, 0), ("operator", 1, 0), ("admin", 1, 1)]
)
def test_each_role(tab, user, actions, audits):
    page = tab(user)
    live(page)
    expect(page.locator("header .account")).to_contain_text(user)
    go(page, "changes")
    expect(page.get_by_role("heading", name="All requests")).to_have_count(audits)
    go(page, "queues")
    expect(page.get_by_role("button", name="Apply a policy …")).to_have_count(actions)
    go(page, "vaps")
    expect(page.get_by_role("button", name="Unbind …")).to_have_count(actions * len(SSIDS))


def test_hostile_names_are_text(tab):
    page = tab("viewer", "vaps")
    for ssid in SSIDS.values():
        expect(page.locator("td bdi").get_by_text(ssid, exact=True)).to_be_visible()
    assert page.locator("main script, main img").count() == 0
    page.fill("input[type=search]", "<script>")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert page.title() == "VAPs · CloudMAC"


def test_an_action_shows_request_result_and_undo(tab, network):
    page = tab("operator", "vaps")
    bssid = next(iter(SSIDS))
    status, text = network.send(
        "PUT", f"{CONFIGURATION}/wtps", {"cloudmac:wtps": {"wtp": [{"id": "02:c1:0d:ee:00:01"}]}}
    )
    assert status in (201, 204), text
    page.locator("tr", has_text=bssid).get_by_role("button", name="Bind …", exact=True).click()
    page.get_by_label("WTPs ids").fill("02:c1:0d:ee:00:99")
    expect(page.locator("dialog pre").nth(0)).to_contain_text("/rests/operations/cloudmac:bind")
    expect(page.locator("dialog pre").nth(1)).to_contain_text(f"cloudmac bind {bssid}")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("dialog .problem")).to_contain_text("unknown WTP 02:c1:0d:ee:00:99")
    page.get_by_label("WTPs ids").fill("02:c1:0d:ee:00:01")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("dialog .good")).to_have_text("Preview: nothing has changed yet")
    expect(page.locator("dialog .outcome")).to_contain_text(f"bindings/vap[bssid={bssid}]")
    assert bssid not in network.get(f"{CONFIGURATION}/bindings")[1]
    page.get_by_role("button", name="Send").click()
    expect(page.locator("dialog .good")).to_contain_text("Done: change")
    assert bssid in network.get(f"{CONFIGURATION}/bindings")[1]
    page.locator("dialog").get_by_role("button", name="Undo …").click()
    expect(page.locator("dialog h2")).to_contain_text("Undo change")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("dialog .good")).to_contain_text("Done: change")
    assert bssid not in network.get(f"{CONFIGURATION}/bindings")[1]
    page.get_by_role("button", name="Close").click()
    assert network.send("DELETE", f"{CONFIGURATION}/wtps", None)[0] == 204


def test_an_event_reaches_all_of_eight_tabs_by_one_stream(tab, network):
    first = tab("viewer")
    tabs = [first] + [first.context.new_page() for _ in range(7)]
    asked = []
    first.context.on(
        "request", lambda one: asked.append(one.url) if "/events/" in one.url else None
    )
    for page in tabs[1:]:
        page.goto(f"{PAGE}#/overview")
    for page in tabs:
        live(page)
    bindings = {"cloudmac:bindings": {"vap": [{"bssid": next(iter(SSIDS))}]}}
    status, text = network.send("PUT", f"{CONFIGURATION}/bindings", bindings)
    assert status in (201, 204), text
    for page in tabs:
        expect(page.locator(".events")).to_contain_text("vap-bound")
    assert asked == [], "the first tab reads the stream of all"
    # The next tab takes over.
    first.close()
    assert network.send("DELETE", f"{CONFIGURATION}/bindings", None)[0] == 204
    for page in tabs[1:]:
        expect(page.locator(".events")).to_contain_text("vap-unbound", timeout=2 * SECONDS)
    assert len(asked) == 1


def test_an_ended_session_asks_again_and_goes_on(tab):
    page = tab("viewer", "wtps")
    page.context.clear_cookies()
    page.evaluate("location.hash = '#/alarms'")
    expect(page.locator(".login")).to_contain_text("Your session has ended")
    log_in(page, "viewer")
    expect(page.locator("h1")).to_have_text("Alarms")
    live(page)


def test_log_out_and_a_wrong_password(tab):
    page = tab("viewer")
    page.get_by_role("button", name="Log out").click()
    page.fill("input[name=user]", "viewer")
    page.fill("input[name=password]", "wrong")
    page.click("button[type=submit]")
    expect(page.locator(".login .problem")).to_contain_text("user name or password is wrong")
    page.reload()
    expect(page.locator(".login")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_telephone(tab, scheme):
    page = tab("admin", viewport={"width": 390, "height": 844}, color_scheme=scheme)
    for path in [*PAGES, STATION]:
        if path in PAGES:
            page.get_by_role("button", name="Pages").click()
            page.locator("nav").get_by_role("link", name=PAGES[path], exact=True).click()
        go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    back = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (back == "rgb(15, 20, 28)") == (scheme == "dark"), back


def test_the_keyboard_is_enough(tab):
    page = tab("operator", "queues")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Apply a policy …")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).not_to_be_visible()
    expect(page.get_by_role("button", name="Apply a policy …")).to_be_focused()


def test_observe_only_is_in_big(tab, network):
    page = tab("viewer")
    expect(page.locator(".observing")).to_have_count(0)
    body = {"cloudmac:mobility": {"enabled": True, "observe-only": True}}
    assert network.send("PUT", f"{CONFIGURATION}/mobility", body)[0] in (201, 204)
    page.reload()
    expect(page.locator(".observing")).to_be_visible()
    assert network.send("DELETE", f"{CONFIGURATION}/mobility", None)[0] == 204


@pytest.mark.full
def test_a_restart_shows_and_the_page_is_right_again(tab, network):
    page = tab("viewer", "vaps")
    live(page)
    # A controller that stops in order refuses everything first, so the page asks for a log-in at once.
    os.killpg(network.process.pid, signal.SIGKILL)
    expect(page.locator(".connection")).to_have_text("reconnecting", timeout=2 * SECONDS)
    network.__exit__()
    network.__enter__()
    network.wait_until_serving()
    # The restart has ended the session too.
    page.locator(".login").wait_for(timeout=4 * SECONDS)
    log_in(page, "viewer")
    live(page)
    expect(page.locator("tbody tr")).to_have_count(len(SSIDS))
