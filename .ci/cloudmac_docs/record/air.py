# SPDX-License-Identifier: Apache-2.0
"""Tables of ``lab run air``: CloudMAC beside a plain access point."""
from .lines import needs
from .text import NOT_MEASURED, bullets, number, table

KINDS = ("udp_down", "udp_up", "tcp_down", "tcp_up")


def _words(kind):
    return kind.replace("_", " ").replace("udp", "UDP").replace("tcp", "TCP")


def _air_rows(places):
    for label_, place in places.items():
        for kind in KINDS:
            sides = place.get(kind)
            if not sides:
                continue
            ours, plain = sides.get("cloudmac", {}), sides.get("plain", {})
            yield (
                label_,
                _words(kind),
                number(ours.get("mbps"), ".2f"),
                number(plain.get("mbps"), ".2f"),
                number(sides.get("ratio"), ".2f"),
                number(sides.get("analytic_mbps"), ".2f"),
            )


@needs("air", NOT_MEASURED)
def air_rates(data):
    from cloudmac_testbed.air_goodput import plan

    head = ("802.11", "rate", "traffic", "CloudMAC, Mb/s", "plain, Mb/s", "ratio", "theory, Mb/s")
    rows = [
        (standard, *row) for standard, places in data["rates"].items() for row in _air_rows(places)
    ]
    if not rows:
        return NOT_MEASURED
    return f"Each point was measured once, for {plan.AirSeries.seconds:g} s.\n\n{table(head, rows)}"


@needs("air", NOT_MEASURED)
def air_distances(data):
    head = ("802.11", "stations", "m", "traffic", "CloudMAC, Mb/s", "plain, Mb/s", "ratio")
    rows = [
        (standard, stations.split()[0], *row[:-1])
        for standard, counts in data["distances"].items()
        for stations, places in counts.items()
        for row in _air_rows(places)
    ]
    return table(head, rows) if rows else NOT_MEASURED


@needs("air", NOT_MEASURED)
def air_backhaul(data):
    head = ("link", "traffic", "access point", "Mb/s", "ratio", "tries beyond the first", "ms")
    rows = [
        (
            link,
            _words(kind),
            "plain" if side == "plain" else f"CloudMAC, {side} one way",
            number(seen["mbps"], ".2f"),
            number(seen.get("ratio"), ".2f"),
            number(seen["retries"], ".2f"),
            number(seen["delay_ms"], ".1f"),
        )
        for link, kinds in data["backhaul"].items()
        for kind, sides in kinds.items()
        for side, seen in sides.items()
    ]
    how = (
        'A link is "static" for a station that stands, "walking" for one that walks away, and '
        '"interfered" for one beside a hidden access point.\n'
    )
    return f"{how}\n{table(head, rows)}" if rows else NOT_MEASURED


@needs("air", NOT_MEASURED)
def air_security(data):
    head = ("security", "traffic", "CloudMAC, Mb/s", "plain, Mb/s", "ratio")
    head += ("CloudMAC, ping ms", "plain, ping ms", "CloudMAC, pings lost", "plain, lost")
    places = data.get("security", {})
    rows = [
        (row[0].upper(), *row[1:-1], *pings)
        for row, pings in zip(_air_rows(places), _ping_rows(places))
    ]
    if not rows:
        return NOT_MEASURED
    how = (
        f"Each point was measured once, for {_window():g} s. Pings are beside the traffic, {_sent()} "
        "of them; their time is the median.\n"
    )
    return f"{how}\n{table(head, rows)}"


def _window():
    from cloudmac_testbed.air_goodput import plan

    return plan.security_series()[0].seconds


def _sent():
    """Returns how many pings a full run sends beside each kind of traffic."""
    from cloudmac_testbed.guest.goodput import PING_INTERVAL_S

    return round(_window() / PING_INTERVAL_S)


def _ping_rows(places):
    """Yields the cells of the pings, in the order of _air_rows()."""
    for place in places.values():
        for kind in filter(place.get, KINDS):
            both = [place[kind].get(side, {}) for side in ("cloudmac", "plain")]
            yield (
                *(number(side.get("delay_ms"), ".1f") for side in both),
                *(_ping_loss(side) for side in both),
            )


def _ping_loss(side):
    return f"{side['lost_pings']} of {_sent()}" if "lost_pings" in side else ""


def _worst_pings(data):
    """Returns a sentence about the traffic beside which most of CloudMAC's pings are lost; an
    empty text if all arrive."""
    lost = {
        (security, kind): sides["cloudmac"]
        for security, place in data.get("security", {}).items()
        for kind, sides in place.items()
        if kind in KINDS and sides.get("cloudmac", {}).get("lost_pings")
    }
    if not lost:
        return ""
    security, kind = max(lost, key=lambda key: lost[key]["lost_pings"])
    ours, plain = lost[security, kind], data["security"][security][kind].get("plain", {})
    beside = (
        f" At the plain access point {plain['lost_pings']} are lost, and the median is "
        f"{number(plain['delay_ms'], '.1f')} ms."
        if plain
        else ""
    )
    return (
        f"With {security.upper()} and {_words(kind)}, {_ping_loss(ours)} pings "
        f"of CloudMAC's station are lost; the others take {number(ours['delay_ms'], '.1f')} ms in the "
        f"median.{beside}"
    )


def protected_ratio(data):
    """Returns CloudMAC's goodput of UDP to a station with WPA3, as a share of that with WPA2;
    None without."""
    down = [
        data.get("security", {}).get(name, {}).get("udp_down", {}).get("cloudmac", {}).get("mbps")
        for name in ("wpa3", "wpa2")
    ]
    return down[0] / down[1] if all(down) else None


def worst_ratio(data):
    """Returns the least ratio of CloudMAC to the plain access point by rate; None without."""
    ratios = [
        place[kind]["ratio"]
        for places in data["rates"].values()
        for place in places.values()
        for kind in KINDS
        if place.get(kind, {}).get("ratio") is not None
    ]
    return min(ratios, default=None)


def worst_backhaul(data):
    """Returns the least ratio behind a backhaul; None without."""
    ratios = [
        seen["ratio"]
        for kinds in data["backhaul"].values()
        for sides in kinds.values()
        for seen in sides.values()
        if seen.get("ratio") is not None
    ]
    return min(ratios, default=None)


@needs("air")
def air_findings(data):
    by_rate, behind = worst_ratio(data), worst_backhaul(data)
    sentences = []
    if by_rate is not None:
        sentences.append(
            f"By rate, CloudMAC has at least {number(by_rate, '.2f')} of the plain access point's goodput."
        )
    if behind is not None:
        sentences.append(f"Behind a backhaul, CloudMAC has at least {number(behind, '.2f')} of it.")
    protected = protected_ratio(data)
    if protected is not None:
        sentences.append(
            f"With WPA3 CloudMAC sends a station {number(protected, '.2f')} of the UDP that it sends with WPA2."
        )
    sentences.append(_worst_pings(data))
    return bullets(sentences)


PARTS = {
    "air rates": air_rates,
    "air distances": air_distances,
    "air backhaul": air_backhaul,
    "air security": air_security,
    "air findings": air_findings,
}
