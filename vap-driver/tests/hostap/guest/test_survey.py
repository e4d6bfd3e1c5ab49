# SPDX-License-Identifier: Apache-2.0
"""The survey of an access point's radio: with a WTP, that of the WTP's radio."""

import re

import pytest
from air import run
from daemon import until

VALUE = re.compile(r"^\s*(frequency|noise|channel \w+ time):\s*(-?\d+)", re.MULTILINE)


def survey(ifname: str, netns: str | None = None) -> list[dict]:
    """Returns what iw shows of each channel."""
    text = run("iw", "dev", ifname, "survey", "dump", netns=netns)
    return [dict(VALUE.findall(part)) for part in text.split("Survey data from")[1:]]


def scan(netns: str, phy: str, *frequencies: int):
    """Lets the radio of a WTP scan beside its agent: mac80211_hwsim surveys only then."""
    run("iw", "phy", phy, "interface", "add", "scan0", "type", "managed", netns=netns)
    run("ip", "link", "set", "scan0", "up", netns=netns)
    chosen = map(str, frequencies)
    run("iw", "dev", "scan0", "scan", "freq", *chosen, "passive", netns=netns)
    run("iw", "dev", "scan0", "del", netns=netns)


def test_survey_of_the_wtp(cell):
    """iw shows the same at the radio of the WTP and at that of the VAP."""
    if cell.air.kind == "stock":
        pytest.skip("there is no WTP")
    ap = cell.access_point()
    netns, phy = cell.air.wtp(ap.radio)
    monitor = f"cmmon{run('cat', f'/sys/class/ieee80211/{phy}/index', netns=netns).strip()}"
    assert survey(ap.ifname) == [{"frequency": str(ap.frequency)}], "a value without a report"
    scan(netns, phy, 2437, ap.frequency, 2462)
    shown = {each["frequency"]: each for each in survey(monitor, netns)}[str(ap.frequency)]
    assert {"noise", "channel active time", "channel busy time"} <= set(shown), shown
    assert int(shown["channel busy time"]) > 0, shown
    until(f"the VAP's survey {shown}", lambda: survey(ap.ifname) == [shown], seconds=5)
    assert ap.radio.statistics()["surveys"]["frames"] >= 1
