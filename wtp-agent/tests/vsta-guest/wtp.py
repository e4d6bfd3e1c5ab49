# SPDX-License-Identifier: Apache-2.0
"""An agent on radios of the kernel's mac80211_hwsim, and virtual stations behind it.

    wpa_supplicant, wlan0 === va --- vb, cloudmac-wtp, phy0 ))) phy1, hostapd
"""

import contextlib
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]
sys.path[:0] = [str(TREE / "daemon/tests/component"), str(TREE / "vap-driver/tests/guest")]

from connection import ControllerConnection  # noqa: E402
from lab import ForegroundProgram, run, wait_for  # noqa: E402
from pki import WTP, Pki  # noqa: E402

AGENT = HERE.parents[1] / "build/cloudmac-wtp"
CONFIG = """
[wtp]
wired = {wired}
id = {wtp}
[radio]
phy = {phy}
{options}
[control]
announce = 192.0.2.1
ca = {pki}/ca.pem
cert = {pki}/wtp-{dashes}.pem
key = {pki}/wtp-{dashes}.key
"""


class StockRadio:
    """A radio of mac80211_hwsim, as lab.DriverRadio."""

    def __init__(self, phy):
        self.phy, self.netns = phy, None
        folder = pathlib.Path(f"/sys/class/ieee80211/{phy}/device/net")
        self.ifname = next(
            name
            for name in os.listdir(folder)
            if (folder / name / "phy80211/name").read_text().strip() == phy
        )

    def move(self, netns):
        run("iw", "phy", self.phy, "set", "netns", "name", netns, netns=self.netns)
        self.netns = netns


@contextlib.contextmanager
def stock_radios(count):
    """Loads mac80211_hwsim with so many radios."""
    before = set(os.listdir("/sys/class/ieee80211"))
    run("insmod", os.environ["VAP_STOCK"], f"radios={count}")
    try:
        names = set(os.listdir("/sys/class/ieee80211")) - before
        yield [StockRadio(name) for name in sorted(names, key=lambda name: int(name[3:]))]
    finally:
        run("rmmod", "mac80211_hwsim")


def connect(pki):
    """Returns a session with the agent, None while it does not listen."""
    try:
        return ControllerConnection(pki)
    except ConnectionRefusedError:
        return None


@contextlib.contextmanager
def agent(pki, phy, wired, options):
    """Runs an agent. Yields a controller's session with it."""
    path = pki.folder / "wtp.conf"
    path.write_text(
        CONFIG.format(
            wired=wired,
            wtp=WTP,
            phy=phy,
            options=options,
            pki=pki.path("good", ""),
            dashes=WTP.replace(":", "-"),
        )
    )
    process = ForegroundProgram([str(AGENT), "--foreground", "--config", str(path)], None)
    try:
        wait_for(lambda: process.said("at most"), "the agent has its radio")
        with wait_for(lambda: connect(pki), "the agent is ready") as session:
            session.socket.settimeout(60)
            yield session
    finally:
        process.stop()
        print(process.log.read_text())
        assert process.process.returncode == 0


@contextlib.contextmanager
def certificates():
    with tempfile.TemporaryDirectory() as folder:
        yield Pki(folder)
