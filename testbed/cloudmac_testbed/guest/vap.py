# SPDX-License-Identifier: Apache-2.0
"""Runs the VAPs: hostapd on a CloudMAC radio, a bridge, DHCP and an iperf3 server."""
import json
import pathlib

from .. import calls, rates, regulatory
from . import dhcp, shell

BRIDGE = "lan"
LOWER = "eth0"
IPERF_PORT = 5201
_hostapds = {}


def folder(name):
    """Returns the folder of a VAP's configuration and control sockets."""
    return pathlib.Path(f"/run/vap-{name}")


def configuration(options, interface, place):
    """Returns hostapd's configuration for a VAP. place: its folder."""
    standard = options["standard"]
    mode = "g" if options["channel"] <= 14 else "a"
    lines = [
        f"interface={interface}",
        f"bridge={BRIDGE}",
        "driver=nl80211",
        f"ctrl_interface={place}/control",
        f"ssid={options['ssid']}",
        f"hw_mode={mode}",
        f"channel={options['channel']}",
        f"ieee80211n={int(standard == 'n')}",
        "wmm_enabled=1",
        f"dtim_period={options['dtim_period']}",
        f"country_code={regulatory.COUNTRY}",
    ]
    if standard == "g" or "rates" in options:
        # By default OFDM rates only, for short slots and acknowledgements faster than 1 Mb/s.
        lines += rates.hostapd_lines(options)
    if options["security"] != "open":
        lines += ["wpa=2", "rsn_pairwise=CCMP", f"wpa_group_rekey={options['group_rekey_s']}"]
    domain = options.get("mobility_domain")
    if options["security"] == "wpa2":
        lines += [
            f"wpa_key_mgmt=WPA-PSK{' FT-PSK' if domain else ''}",
            f"wpa_passphrase={options['passphrase']}",
        ]
    if domain:
        # Each access point derives the keys from the passphrase, without messages to the others.
        lines += [
            f"mobility_domain={domain}",
            "ft_psk_generate_local=1",
            "ft_over_ds=0",
            f"nas_identifier={place.name}",
            "reassociation_deadline=1000",
        ]
    elif options["security"] == "wpa3":
        lines += [
            "wpa_key_mgmt=SAE",
            "ieee80211w=2",
            "sae_pwe=2",
            f"sae_password={options['passphrase']}",
        ]
    return "\n".join(lines) + "\n"


def add_radio(name, tool, address, *options):
    """Creates a radio of the VAP driver on a host's wired interface. Returns the radio interface's
    name. options: more options of cloudmac-vap."""
    before = _interfaces(name)
    argv = [tool, "add", "--lower", LOWER, "--name", f"{name}0", "--address", address]
    shell.run(name, *argv, *options)
    new = shell.wait_for(f"the radio of {name}", lambda: _interfaces(name) - before)
    return new.pop()


def _interfaces(name):
    devices = json.loads(shell.run(name, "ip", "-j", "link", "show"))
    return {device["ifname"] for device in devices if device["ifname"].startswith("wlan")}


def start(host, tool):
    """Starts a VAP on its host: radio, hostapd, bridge, DHCP, iperf3. Returns the radio interface's
    name."""
    credit = "on" if host.options["credit"] else "off"
    interface = add_radio(host.name, tool, host.options["bssid"], "--credit", credit)
    serve(host, interface)
    return interface


def serve(host, interface):
    """Starts hostapd, bridge, DHCP and iperf3 on a host's radio interface."""
    name = host.name
    place = folder(name)
    place.mkdir(exist_ok=True)
    for line in (
        f"link add {BRIDGE} type bridge",
        f"addr add {host.address} dev {BRIDGE}",
        f"link set {BRIDGE} up",
    ):
        shell.run(name, "ip", *line.split())
    start_hostapd(host, interface)
    dhcp.start(host, BRIDGE, first=10)
    shell.start(name, f"iperf3-{name}", "iperf3", "-s", "-p", IPERF_PORT)


def start_hostapd(host, interface):
    """Starts hostapd and waits until its BSS is up."""
    place = folder(host.name)
    (place / "hostapd.conf").write_text(configuration(host.options, interface, place))
    # A killed hostapd leaves its socket.
    (place / "control" / interface).unlink(missing_ok=True)
    _hostapds[host.name] = shell.start(
        host.name, f"hostapd-{host.name}", "hostapd", place / "hostapd.conf"
    )
    shell.wait_for(f"hostapd of {host.name}", (place / "control" / interface).exists)
    shell.wait_for(
        f"the BSS of {host.name}",
        lambda: "state=ENABLED"
        in shell.run(host.name, "hostapd_cli", "-p", place / "control", "-i", interface, "status"),
    )


@calls.declare
def stop_hostapd(name: str, kill: bool = False):
    """Ends hostapd by SIGTERM, and it deauthenticates its stations; kill: by SIGKILL, like a
    crash."""
    process = _hostapds.pop(name)
    if kill:
        process.kill()
    else:
        process.terminate()
    process.wait(10)


@calls.declare
def counters(lab, name: str):
    """Returns the driver's counters of a VAP's radio."""
    return json.loads(shell.run(name, lab.plan["parts"]["vap_tool"], "stats", f"{name}0", "--json"))


@calls.declare
def handshakes(name: str):
    """Returns the number of 4-way handshakes with stations since the start of a VAP's hostapd."""
    log = shell.LOGS / f"hostapd-{name}.log"
    return log.read_text(encoding="utf-8").count("EAPOL-4WAY-HS-COMPLETED")
