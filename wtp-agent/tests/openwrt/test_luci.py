#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the agent's page of LuCI in Chromium, with a stand-in for LuCI and for the device's RPC."""

import json
import pathlib
import re
import unittest

from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
LUCI = HERE.parents[1] / "openwrt" / "luci"
CONFIG = HERE.parents[1] / "openwrt" / "files" / "cloudmac.config"
NAME = "luci-app-cloudmac-wtp"
DEVICE = """
state => window.device = { state, answer(kind, ...words) {
    if (kind == 'uci') return state.uci;
    if (kind == 'ubus') return state.pid
        ? { 'cloudmac-wtp': { instances: { instance1: { running: true, pid: state.pid } } } } : {};
    if (state.refuses) throw new Error('access denied');
    return words[0].endsWith('--version') ? { code: 0, stdout: 'cloudmac-wtp 0.2.0\\n' } : state.checked;
} }
"""


def example():
    """Returns the sections of the package's configuration, as UCI gives them."""
    sections = []
    for line in CONFIG.read_text(encoding="utf-8").splitlines():
        if line.startswith("config "):
            sections.append({".type": line.split()[1]})
        found = re.match(r"\toption (\S+) '(.*)'", line)
        if found:
            sections[-1][found[1]] = found[2]
    return sections


def read(name):
    (file,) = LUCI.rglob(name)
    return file.read_text(encoding="utf-8")


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        cls.addClassCleanup(browser.close)
        cls.page = browser.new_page()
        cls.said = []
        cls.page.on("console", lambda message: cls.said.append(message.text))
        cls.page.on("pageerror", lambda error: cls.said.append(str(error)))

    def show(self, **state):
        state = {"uci": example(), "pid": 42, "checked": {"code": 0}, **state}
        self.page.goto((HERE / "luci.html").as_uri())
        self.page.evaluate(DEVICE, state)
        self.page.evaluate("source => show(source)", read("wtp.js"))

    def tearDown(self):
        self.assertEqual([], self.said)

    def field(self, name):
        return self.page.locator(f'[id="{name}"]')

    def text(self, name):
        return self.field(name).inner_text()

    def enter(self, name, value):
        """Replaces the value of an option. Returns the problem that the page then shows."""
        self.field(name).fill(value)
        return self.text(f"{name}.problem")

    def test_it_shows_whether_the_agent_runs(self):
        self.show()
        self.assertEqual("cloudmac-wtp 0.2.0 runs, process 42.", self.text("cloudmac-state"))
        self.assertEqual("The saved configuration is complete.", self.text("cloudmac-findings"))
        self.page.evaluate("() => { device.state.pid = 0; return again(); }")
        self.assertIn("does not run", self.text("cloudmac-state"))

    def test_it_shows_errors_and_warnings_as_text(self):
        said = "error: <b>no certificate</b>\nwarn: rfkill\n"
        self.show(pid=0, checked={"code": 1, "stdout": "", "stderr": said})
        self.assertIn("cannot start", self.text("cloudmac-findings"))
        items = self.page.locator("#cloudmac-findings li").all_inner_texts()
        self.assertEqual(said.splitlines(), items)
        self.show(checked={"code": 0, "stderr": "warn: rfkill\n"})
        self.assertIn("warns", self.text("cloudmac-findings"))

    def test_an_account_without_rights_still_sees_the_options(self):
        self.show(refuses=True)
        self.assertIn("may not run it", self.text("cloudmac-findings"))
        self.assertEqual("wtp1", self.field("wtp0.name").input_value())

    def test_the_shipped_configuration_has_no_problem(self):
        self.show()
        self.assertEqual({""}, set(self.page.locator("em").all_inner_texts()))

    def test_each_option_is_one_of_the_agent(self):
        self.show()
        text = CONFIG.read_text(encoding="utf-8")
        fields = self.page.locator("input, select").all()
        self.assertGreater(len(fields), 10)
        for field in fields:
            section, _, option = field.get_attribute("id").partition(".")
            part = text.split(f"config {section[:-1]}\n")[1].split("\nconfig ")[0]
            self.assertRegex(part, rf"option {option} ")

    def test_wrong_values_are_named(self):
        self.show()
        for name, wrong, right in (
            ("wtp0.country", "de", "DE"),
            ("wtp0.country", "GER", "00"),
            ("wtp0.name", "", "attic"),
            ("wtp0.vlan", "4095", "10"),
            ("radio0.phy", "phy 0", "phy1"),
            ("radio0.frequency", "2.4", "5180"),
            ("control0.key", "wtp.key", "/etc/cloudmac/wtp.key"),
            ("control0.port", "70000", "4919"),
        ):
            self.assertNotEqual("", self.enter(name, wrong), (name, wrong))
            self.assertEqual("", self.enter(name, right), (name, right))

    def test_accounts_may_do_what_the_page_does_and_no_more(self):
        self.show()
        acl = json.loads(read(f"acl.d/{NAME}.json"))[NAME]
        used = {"file": set(), "ubus": set(), "uci": set()}
        for kind, *words in self.page.evaluate("calls"):
            if kind == "ubus":
                used["ubus"].add((words[0], words[1]))
            else:
                used["file" if kind == "exec" else "uci"].add(words[0])
        granted = acl["read"]
        self.assertEqual(used["file"], set(granted["file"]))
        self.assertEqual({("exec",)}, {tuple(rights) for rights in granted["file"].values()})
        self.assertEqual(
            used["ubus"], {(name, each) for name, all_ in granted["ubus"].items() for each in all_}
        )
        self.assertEqual(used["uci"], set(granted["uci"]))
        self.assertEqual({"uci": ["cloudmac"]}, acl["write"])

    def test_the_menu_leads_to_the_page(self):
        (entry,) = json.loads(read(f"menu.d/{NAME}.json")).values()
        place = LUCI / "htdocs/luci-static/resources/view" / f"{entry['action']['path']}.js"
        self.assertTrue(place.is_file())
        self.assertEqual([NAME], entry["depends"]["acl"])


if __name__ == "__main__":
    unittest.main()
