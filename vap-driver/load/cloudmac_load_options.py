# SPDX-License-Identifier: Apache-2.0
"""The command line of cloudmac-load: parser, checks before a run, wpa_supplicant's network."""
import argparse
import math
import os
import pathlib
import re
import socket

import cloudmac_load_traffic as traffic

STATIONS_MAX = 250
MAC = re.compile(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", re.I)
GROUP = 0x01
VAP_ANY = 0xFFFF
"""The last two octets of an address are an id on the wire, and this one is no station's."""


class Wrong(ValueError):
    """An option is wrong; the message names it."""


class Parser(argparse.ArgumentParser):
    """Ends with one line if an argument is wrong."""

    def error(self, message):
        raise Wrong(message)


def parser(description):
    """Returns the parser of the command line."""
    top = Parser(description=description)
    verbs = top.add_subparsers(dest="verb", required=True)
    serve = verbs.add_parser("serve", help="answer the stations, behind the access point")
    serve.add_argument("--port", type=int, default=traffic.PORT)
    one = verbs.add_parser("run", help="join, send and receive, and write the result")
    for name, words in {
        "--lower": {"required": True, "help": "wired interface to the WTPs"},
        "--stations": {"type": int, "default": 1, "help": f"their number, 1 to {STATIONS_MAX}"},
        "--first": {
            "default": "02:43:4d:a1:02:01",
            "help": "MAC address of the first station; the others follow",
        },
        "--ssid": {"required": True, "help": "of the network"},
        "--psk-file": {"help": "file with the passphrase; without it the network is open"},
        "--frequency": {"type": int, "nargs": "+", "help": "MHz, channels to scan"},
        "--stagger": {"type": float, "default": 0.1, "help": "s between two starts"},
        "--timeout": {"type": float, "default": 30, "help": "s that a station may take to join"},
        "--server": {"help": "address of the host that runs cloudmac-load serve"},
        "--port": {"type": int, "default": traffic.PORT, "help": "its TCP port"},
        "--seconds": {
            "type": int,
            "default": 10,
            "help": f"length of the traffic each way, 1 to {traffic.LONGEST_S}",
        },
        "--keep": {
            "type": float,
            "default": 0,
            "help": "s to keep the stations after the traffic; Ctrl-C ends this earlier",
        },
        "--ways": {"nargs": "+", "choices": traffic.WAYS, "default": list(traffic.WAYS)},
        "--tool": {"default": "cloudmac-vap", "help": argparse.SUPPRESS},
        "--output": {"help": "result file; default: standard output"},
        "--plot": {"help": "PNG file with joins over time and goodput of each station"},
        "--logs": {"help": "folder for the logs of wpa_supplicant"},
    }.items():
        one.add_argument(name, **words)
    one.add_argument("--sae", action="store_true", help="WPA3 instead of WPA2")
    return top


def check_port(options):
    """Raises Wrong if the port is none."""
    if not 1 <= options.port <= 65535:
        raise Wrong("--port is not a number from 1 to 65535")


def check(options):
    """Raises Wrong for the first wrong option of a run."""
    check_port(options)
    if not 1 <= options.stations <= STATIONS_MAX:
        raise Wrong(f"--stations is not a number from 1 to {STATIONS_MAX}")
    if not 1 <= options.seconds <= traffic.LONGEST_S:
        raise Wrong(f"--seconds is not a number from 1 to {traffic.LONGEST_S}")
    if not (math.isfinite(options.stagger) and options.stagger >= 0):
        raise Wrong("--stagger is not a number of seconds, 0 or more")
    if not (math.isfinite(options.timeout) and options.timeout > 0):
        raise Wrong("--timeout is not a number of seconds above 0")
    if not (math.isfinite(options.keep) and options.keep >= 0):
        raise Wrong("--keep is not a number of seconds, 0 or more")
    if any(mhz <= 0 for mhz in options.frequency or ()):
        raise Wrong("--frequency is not a number of MHz")
    if options.sae and not options.psk_file:
        raise Wrong("--sae needs --psk-file")
    for name in ("output", "plot"):
        path = getattr(options, name)
        if path and not pathlib.Path(path).absolute().parent.is_dir():
            raise Wrong(f"--{name}: the folder of {path} does not exist")
    if options.plot:
        load_plot()
    addresses(options.first, options.stations)
    network_block(options)
    try:
        socket.if_nametoindex(options.lower)
    except OSError:
        raise Wrong(f"--lower: no such interface: {options.lower}") from None


def load_plot():
    """Returns the module that plots. Raises Wrong without matplotlib."""
    try:
        import cloudmac_load_plot
    except ImportError as error:
        raise Wrong(f"--plot needs matplotlib (python3-matplotlib): {error}") from None
    return cloudmac_load_plot


def addresses(first, number):
    """Returns the addresses of so many stations. Raises Wrong if one of them is none of a station.
    first: the first of them."""
    if not MAC.fullmatch(first):
        raise Wrong(f"--first is not a MAC address: {first}")
    value = int(first.replace(":", ""), 16)
    if not value or value >> 40 & GROUP:
        raise Wrong(f"--first is null or a group address: {first}")
    if (value & 0xFFFF) + number - 1 >= VAP_ANY:
        raise Wrong(f"--first: with {number} stations from {first} on, one would end in ff:ff")
    return [(value + n).to_bytes(6, "big").hex(":") for n in range(number)]


def passphrase(options):
    """Returns the passphrase of the network; None if it is open."""
    if not options.psk_file:
        return None
    try:
        secret = pathlib.Path(options.psk_file).read_text(encoding="utf-8").removesuffix("\n")
    except (OSError, ValueError) as error:
        raise Wrong(f"--psk-file: {error}") from None
    if len(secret.splitlines()) != 1:
        raise Wrong(f"--psk-file: {options.psk_file} is not one line")
    if not options.sae and not 8 <= len(secret.encode()) <= 63:
        raise Wrong("--psk-file: a passphrase has 8 to 63 characters")
    return secret


def network_block(options):
    """Returns wpa_supplicant's configuration of the network."""
    ssid = os.fsencode(options.ssid)
    if not 1 <= len(ssid) <= 32:
        raise Wrong("--ssid does not have 1 to 32 octets")
    # In hexadecimal, because it may have any octet.
    lines = [f"ssid={ssid.hex()}", "scan_ssid=1"]
    if options.frequency:
        lines.append(f"scan_freq={' '.join(map(str, options.frequency))}")
    secret = passphrase(options)
    if secret is None:
        lines.append("key_mgmt=NONE")
    elif options.sae:
        lines += ["key_mgmt=SAE", "ieee80211w=2", f'sae_password="{secret}"']
    else:
        lines += ["key_mgmt=WPA-PSK", f'psk="{secret}"']
    return "network={\n" + "".join(f"\t{line}\n" for line in lines) + "}\n"
