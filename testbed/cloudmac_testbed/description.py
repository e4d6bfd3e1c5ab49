# SPDX-License-Identifier: Apache-2.0
"""Describes in a few lines what a topology builds, for ``lab check``. Does no I/O."""

from .topology import WIRED

SHOWN = 6
"""The most hosts of a kind that are described one by one."""
KINDS = {
    "switch": ("switch", "switches"),
    "bridge": ("bridge", "bridges"),
    "packet-node": ("packet node", "packet nodes"),
    "wtp": ("WTP", "WTPs"),
    "vap": ("VAP", "VAPs"),
    "ap": ("plain access point", "plain access points"),
    "station": ("station", "stations"),
    "vsta": ("virtual station", "virtual stations"),
    "host": ("wired host", "wired hosts"),
}
"""Kind of host -> its name for one and for several, in the order of the description."""


def _host(host):
    """Returns a host's name with what a reader cannot guess."""
    options = host.options
    words = [f"at {host.at}"] if host.at else []
    if host.kind == "wtp":
        channels = options.get("channels") or [options["channel"]]
        words.append(f"channel {', '.join(map(str, channels))}")
        if options["stations"] != "off":
            words.append("serves virtual stations")
    elif host.kind in ("vap", "ap"):
        words += [f'SSID "{options["ssid"]}"', options["security"], f"channel {options['channel']}"]
    elif host.kind in ("station", "vsta"):
        words.append(f"of {options['vap']}")
    return f"{host.name} ({', '.join(words)})" if words else host.name


def _rate(mbps):
    return f"{mbps / 1000:g} Gb/s" if mbps >= 1000 else f"{mbps} Mb/s"


def _link(link):
    delay = f", {link.delay_us / 1000:g} ms" if link.delay_us else ""
    return f"{' - '.join(link.ends)} ({_rate(link.rate_mbps)}{delay})"


def _shown(items, words):
    """Returns the items in words, those after the first SHOWN as a number."""
    more = [f"{len(items) - SHOWN} more"] if len(items) > SHOWN else []
    return ", ".join([*map(words, items[:SHOWN]), *more])


def lines(plan):
    """Returns the description of a topology.Topology, line by line."""
    rows = []
    for kind, (one, several) in KINDS.items():
        if hosts := plan.of_kind(kind):
            title = f"{len(hosts)} {one if len(hosts) == 1 else several}"
            rows.append((title, _shown(hosts, _host)))
    trunks = [
        link for link in plan.links if all(plan.hosts[end].kind in WIRED for end in link.ends)
    ]
    if trunks:
        title = f"{len(trunks)} link{'s' if len(trunks) > 1 else ''} between switches"
        rows.append((title, _shown(trunks, _link)))
    if plan.has_radios():
        rows.append(
            ("the air", "all radios hear each other" if plan.medium is None else "by distance")
        )
    if plan.switches():
        rows.append(("the controller", f"connected by {plan.channels.upper()}{_mobility(plan)}"))
    width = max(len(title) for title, _ in rows)
    return [f"{title:<{width}}  {text}" for title, text in rows]


def _mobility(plan):
    if plan.mobility is None:
        return ""
    return ", mobility only observes" if plan.mobility["observe-only"] else ", mobility on"
