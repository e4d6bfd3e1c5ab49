# SPDX-License-Identifier: Apache-2.0
"""N16: a function at the WTP's switch answers probe requests in place of the VAP.

    wtp1 -- pn1 (probe offload) == swa -- vap

Made-up requests and single ones come from the WTP's wired port, as the WTP forwards them. Probes are
counted at the link behind the function."""
import statistics

from .. import client, restconf
from ..guest import probes
from ..live import wait_for_wtps
from ..settings import ROOT
from . import sdk
from .raw_chains import NODE, VAP
from .site import WAIT_S

IMAGE = ROOT / "lvnf" / "build" / "probe-offload.bpf.o"
PORTS = 4
WTP, BACKHAUL = "wtp1", ("pn1", "swa")
PER_S = 10_000
GAP_S = 0.02


def _asked(ssid, count, first):
    return client.call(probes.ask, wtp=WTP, ssid=ssid, count=count, gap_s=GAP_S, first=first)


def _flooded(ssid, seconds):
    """Sends made-up requests for so long. Returns what was sent, answers meanwhile, and how many probes
    passed the backhaul."""
    client.call(probes.start_count, points=[BACKHAUL])
    client.call(probes.start_flood, wtp=WTP, ssids=["", ssid, probes.OTHER], per_s=PER_S)
    asked = _asked(ssid, round(seconds / 0.1), 5000)
    sent, took = client.call(probes.stop_flood)
    passed = client.call(probes.stop_count)
    return {"sent": sent, "seconds": round(took, 2), "asked_ms": asked, "backhaul": passed}


def _led(site, bssid):
    """Leads frames between a WTP and a VAP through the function. Returns it, and what undo() gets."""
    package = sdk.load()
    offload = package.LVNF(package.Image(vnf=IMAGE, nb_ports=PORTS))
    offload.cpp = NODE
    frames, statuses = package.make_wild_card_flow(), package.make_wild_card_flow()
    statuses["kind"] = "tx-status"
    wtp = package.Wtp(site.network.hosts[WTP].wired)
    downlink = package.LVAP(bssid, None).ports[1]
    downlink.next[frames] = offload.ports[1]
    wtp.next[statuses] = offload.ports[2]
    wtp.replies[frames] = offload.ports[2]
    wtp.next[frames] = offload.ports[0]
    for source, flow in ((downlink, frames), (wtp, statuses), (wtp, frames)):
        source.chain(flow).result(WAIT_S)
    return offload, ((downlink, frames), (wtp, statuses), (wtp, frames))


def run(site, count, seconds):
    """Asks so many times without and with the function, and floods it for so long. Returns the raw
    result."""
    options = site.network.hosts[VAP].options
    bssid, ssid = options["bssid"], options["ssid"]
    wait_for_wtps(site.network)
    package = sdk.load()
    client.call(probes.start_count, points=[BACKHAUL])
    before = _asked(ssid, count, 0)
    without_function = client.call(probes.stop_count)
    offload, chains = _led(site, bssid)
    name = package.StructKey(ssid=ssid)
    offload.networks(value={name: {"answered": 0, "passed": 0}}).result(WAIT_S)

    def answered():
        return offload.networks().result(WAIT_S)[name]["answered"]

    def learned():
        _asked(ssid, 1, 1000)
        return answered()

    restconf.wait_for("the function to answer", learned)
    with_function = _asked(ssid, count, 2000)
    earlier = answered()
    flood = _flooded(ssid, seconds)
    found = {
        "before_ms": before,
        "backhaul_before": without_function,
        "with_ms": with_function,
        "flood": flood,
        "answered": answered() - earlier,
        "counted": dict(offload.own().result(WAIT_S)[0]),
    }
    for source, flow in chains:
        del source.next[flow]
    offload.remove().result(WAIT_S)
    return found


def _middle(samples):
    known = [one for one in samples if one is not None]
    return round(statistics.median(known), 2) if known else None


def summary(rounds):
    """Returns N16 of the result file."""
    floods = [one["flood"] for one in rounds]
    asked = [ms for one in rounds for ms in one["with_ms"]]
    meanwhile = [ms for flood in floods for ms in flood["asked_ms"]]
    return {
        "runs": len(rounds),
        "asked": len(asked),
        "unanswered": sum(ms is None for ms in asked),
        "before_ms": _middle([ms for one in rounds for ms in one["before_ms"]]),
        "with_ms": _middle(asked),
        "meanwhile_ms": _middle(meanwhile),
        "meanwhile_unanswered": sum(ms is None for ms in meanwhile),
        "backhaul_before": min(one["backhaul_before"] for one in rounds),
        "sent": sum(flood["sent"] for flood in floods),
        "per_s": round(sum(flood["sent"] for flood in floods) / sum(f["seconds"] for f in floods)),
        "answered": sum(one["answered"] for one in rounds),
        "backhaul": sum(flood["backhaul"] for flood in floods),
        "rounds": rounds,
    }
