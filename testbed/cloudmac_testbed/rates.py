# SPDX-License-Identifier: Apache-2.0
"""Checks the ``rates`` of networks and stations, and writes them as hostapd, wpa_supplicant and iw
want them. A rate is a number in Mb/s or "mcsN" of 802.11n. Does no I/O."""
from .analytic import DSSS_MBPS, LEGACY_MBPS
from .errors import TopologyError

MCS = tuple(f"mcs{number}" for number in range(16))
MANDATORY_OFDM = (6, 12, 24)
ELEMENT_RATES = 8
"""Most rates in the element Supported Rates. The others are in the extended one."""
SUPPORTED_RATES, EXTENDED_RATES, BASIC = 1, 50, 0x80
HT_MCS_OCTETS = 10


def legacy(rates):
    """Returns the rates that are no MCS."""
    return [rate for rate in rates if rate not in MCS]


def mcs(rates):
    """Returns the numbers of the MCS among rates."""
    return [MCS.index(rate) for rate in rates if rate in MCS]


def of_network(options):
    """Returns the legacy rates of a network in Mb/s."""
    if "rates" in options:
        return options["rates"]
    slow = options["standard"] == "n" and options["channel"] <= 14
    return [*(DSSS_MBPS if slow else ()), *LEGACY_MBPS]


def basic(options):
    """Returns the basic rates of a network in Mb/s: the mandatory ones of its slowest PHY, or
    the lowest if it has none of them."""
    rates = of_network(options)
    return (
        [rate for rate in rates if rate in DSSS_MBPS]
        or [rate for rate in rates if rate in MANDATORY_OFDM]
        or [min(rates)]
    )


def is_dsss(options):
    """Returns true for a network that has only rates of DSSS and CCK."""
    return set(options.get("rates") or LEGACY_MBPS) <= set(DSSS_MBPS)


def _need(condition, message):
    if not condition:
        raise TopologyError(message)


def _check_list(where, rates, known):
    _need(isinstance(rates, list) and rates, f"{where}: rates is not a list")
    for rate in rates:
        _need(
            not isinstance(rate, bool) and rate in known,
            f"{where}: rates: {rate!r} is not one of {', '.join(map(str, known))}",
        )
        _need(rates.count(rate) == 1, f"{where}: rates: {rate} is listed twice")


def check_network(where, options):
    """Checks the rates of a network. Raises TopologyError."""
    if "rates" not in options:
        return
    _need(options["standard"] != "n", f"{where}: rates needs standard a or g")
    slow = options["channel"] <= 14
    _check_list(where, options["rates"], (*(DSSS_MBPS if slow else ()), *LEGACY_MBPS))


def check_station(where, rates, network):
    """Checks the rates of a station. network: options of its network. Raises TopologyError."""
    standard_n = network["standard"] == "n"
    _check_list(where, rates, (*of_network(network), *(MCS if standard_n else ())))
    needed = basic(network)
    _need(
        set(needed) & set(rates),
        f"{where}: rates has no basic rate of its network: {', '.join(map(str, needed))}",
    )


def hostapd_lines(options):
    """Returns the lines of hostapd's configuration for a network's rates."""
    return [
        f"{key}={' '.join(f'{round(10 * rate)}' for rate in values)}"
        for key, values in (
            ("supported_rates", of_network(options)),
            ("basic_rates", basic(options)),
        )
    ]


def elements(rates):
    """Returns the elements Supported Rates and Extended Supported Rates in hexadecimal."""
    octets = [round(2 * rate) | (BASIC if rate in DSSS_MBPS else 0) for rate in legacy(rates)]
    first, rest = octets[:ELEMENT_RATES], octets[ELEMENT_RATES:]
    return bytes([SUPPORTED_RATES, len(first), *first, EXTENDED_RATES, len(rest), *rest]).hex()


def supplicant_lines(rates):
    """Returns the lines of wpa_supplicant's network block for a station's rates."""
    bits = sum(1 << number for number in mcs(rates))
    if not bits:
        return ["disable_ht=1"]
    mask = " ".join(f"{octet:02x}" for octet in bits.to_bytes(HT_MCS_OCTETS, "little"))
    return [f'ht_mcs="{mask}"']


def iw_words(rates, channel):
    """Returns the words for ``iw dev INTERFACE set bitrates``."""
    band = "2.4" if channel <= 14 else "5"
    words = [f"legacy-{band}", *(f"{rate}" for rate in legacy(rates))]
    return words + ([f"ht-mcs-{band}", *map(str, mcs(rates))] if mcs(rates) else [])
