# SPDX-License-Identifier: Apache-2.0
"""Runs the WTPs: the agent on stock mac80211_hwsim radios."""
import pathlib

from .. import calls, regulatory
from . import shell

PKI = pathlib.Path("/run/exchange/pki")
CONTROL_PORT = 4919
LOWER = "eth0"
WORLD_CHANNEL_MAX = 11
"""Above it, a radio may only listen until a country is set."""
MAX_LEASES = 64
"""The most that the agent accepts."""
SWITCHES = ("aggregation", "airtime")
"""Options of a radio that are on or off."""
WITH_DEBUGFS = 'mount -t debugfs debugfs /sys/kernel/debug && exec "$0" "$@"'
"""A host has a /sys of its own, without debugfs. There the agent finds what its radios apply."""
_processes = {}


def folder(name):
    """Returns the folder of a WTP's configuration."""
    return pathlib.Path(f"/run/wtp-{name}")


def frequency(channel):
    """Returns the centre frequency in MHz of an 802.11 channel (2.4 and 5 GHz)."""
    if channel == 14:
        return 2484
    return 2407 + 5 * channel if channel < 14 else 5000 + 5 * channel


def configuration(host, phys, certificate, leases, lower=LOWER):
    """Returns the agent's configuration file.

    certificate: path without suffix, in one folder with the authority's; None: the WTP's own.
    leases: BSSIDs of static leases. lower: the wired interface."""
    certificate = pathlib.Path(certificate or PKI / f"wtp-{host.wired.replace(':', '-')}")
    lines = [
        "[wtp]",
        f"name = {host.name}",
        f"id = {host.wired}",
        f"wired = {lower}",
        f"announce-interval = {host.options['announce_ms']}",
        f"batch = {host.options['batch']}",
    ]
    channels = host.options.get("channels") or [host.options["channel"]] * len(phys)
    if max(channels) > WORLD_CHANNEL_MAX:
        lines.append(f"country = {regulatory.COUNTRY}")
    for phy, channel in zip(phys, channels, strict=True):
        lines += [
            "",
            "[radio]",
            f"phy = {phy}",
            f"frequency = {frequency(channel)}",
            "width = 20",
            *(f"{key} = {'on' if host.options[key] else 'off'}" for key in SWITCHES),
            *_stations(host),
            *(f"lease = {bssid}" for bssid in leases),
        ]
    lines += [
        "",
        "[control]",
        f"address = {host.management}",
        f"announce = {host.management}",
        f"port = {CONTROL_PORT}",
        f"ca = {certificate.parent}/ca.pem",
        f"cert = {certificate}.pem",
        f"key = {certificate}.key",
    ]
    return "\n".join(lines) + "\n"


def _stations(host):
    """Returns the lines of a radio that serves virtual stations, of which each needs a lease."""
    value = host.options.get("stations", "off")
    return [] if value == "off" else [f"stations = {value}", f"max-leases = {MAX_LEASES}"]


def start(host, agent, phys, certificate=None, leases=(), lower=LOWER):
    """Starts a WTP's agent and waits until its control port is open."""
    place = folder(host.name)
    place.mkdir(exist_ok=True)
    (place / "wtp.conf").write_text(configuration(host, phys, certificate, leases, lower))
    words = (agent, "--config", place / "wtp.conf", "--foreground")
    _processes[host.name] = shell.start(
        host.name, f"wtp-{host.name}", "sh", "-c", WITH_DEBUGFS, *words
    )

    def listening():
        if _processes[host.name].poll() is not None:
            raise shell.ended(f"{host.name}: the agent", f"wtp-{host.name}")
        return f":{CONTROL_PORT} " in shell.run(host.name, "ss", "-Hltn")

    shell.wait_for(f"the agent of {host.name}", listening)


@calls.declare
def stop(name: str, kill: bool = False):
    """Ends a WTP's agent by SIGTERM; kill: by SIGKILL, like a crash."""
    process = _processes.pop(name)
    if kill:
        process.kill()
    else:
        process.terminate()
    process.wait(10)


@calls.declare
def access_points(name: str):
    """Returns the number of AP interfaces that a WTP's agent created for aggregation."""
    return shell.run(name, "iw", "dev").count("type AP")
