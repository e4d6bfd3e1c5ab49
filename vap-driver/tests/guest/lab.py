# SPDX-License-Identifier: Apache-2.0
"""Context managers for radios, veth pairs, namespaces, hostapd and wpa_supplicant."""

import contextlib
import itertools
import json
import os
import subprocess
import time
from pathlib import Path

MODULE = os.environ["VAP_MODULE"]
TOOL = os.environ["VAP_TOOL"]
DEADLINE = 30.0  # s; the debug kernel is slow on a busy machine

_numbers = itertools.count()


class UserNetns:
    """A user namespace, in which root is an unprivileged user, with a network namespace.
    It serves as 'netns' of run() and DriverRadio."""

    def __init__(self, parent: "UserNetns | None" = None):
        self.parent = parent

    def __enter__(self):
        # The kernel refuses a new user namespace in a chroot, where the tests run.
        outside = prefix_of(self.parent) if self.parent else ["nsenter", "--target", "1", "--root"]
        command = [*outside, "unshare", "--user", "--map-root-user", "--net", "--", "cat"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(b"ready")
        self.process.stdin.flush()
        assert self.process.stdout.read(5) == b"ready"
        return self

    def nested(self):
        """Returns a user namespace within this one."""
        return UserNetns(self)

    def take(self, ifname: str):
        """Moves an interface of the first namespace into this one."""
        run("ip", "link", "set", ifname, "netns", str(self.process.pid))
        run("ip", "link", "set", ifname, "up", netns=self)

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(30)


def prefix_of(netns: "str | UserNetns | None") -> list[str]:
    """Returns the start of a command that runs in a namespace."""
    if isinstance(netns, UserNetns):
        pid = str(netns.process.pid)
        spaces = ["--user", "--preserve-credentials", "--net", "--root"]
        return ["nsenter", "--target", pid, *spaces]
    return ["ip", "netns", "exec", netns] if netns else []


def run(
    *command: str,
    netns: str | UserNetns | None = None,
    check: bool = True,
    timeout: float = 60,
) -> subprocess.CompletedProcess:
    """Runs a program, in the namespace 'netns' if given. Its output is text."""
    prefix = prefix_of(netns)
    done = subprocess.run([*prefix, *command], capture_output=True, text=True, timeout=timeout)
    if check and done.returncode:
        raise AssertionError(f"{' '.join(command)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done


def wait_for(condition, what: str, deadline: float = DEADLINE):
    """Polls 'condition' until it returns a true value. Returns this value."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {deadline} s: {what}")
        time.sleep(0.05)


def kernel_log() -> list[str]:
    """Returns all lines of the kernel log."""
    return run("dmesg").stdout.splitlines()


class Module:
    """Loads the module, and unloads it at the end."""

    def __init__(self, *parameters: str):
        self.parameters = parameters

    def __enter__(self):
        run("insmod", MODULE, *self.parameters)
        return self

    def unload(self):
        """Unloads the module. Raises AssertionError if that fails."""
        run("rmmod", "cloudmac_hwsim")

    def __exit__(self, *error):
        if Path("/sys/module/cloudmac_hwsim").exists():
            self.unload()


class Veth:
    """A veth pair with the ends 'a' and 'b'. Both are up; their MTU is 1700 by default."""

    def __init__(self, mtu: int = 1700):
        number = next(_numbers)
        self.a, self.b, self.mtu = f"va{number}", f"vb{number}", mtu

    def __enter__(self):
        run(
            "ip",
            "link",
            "add",
            self.a,
            "mtu",
            str(self.mtu),
            "type",
            "veth",
            "peer",
            "name",
            self.b,
            "mtu",
            str(self.mtu),
        )
        for end in (self.a, self.b):
            Path(f"/proc/sys/net/ipv6/conf/{end}/disable_ipv6").write_text("1")
            run("ip", "link", "set", end, "up")
        return self

    def __exit__(self, *error):
        run("ip", "link", "del", self.a, check=False)


class Netns:
    """A network namespace."""

    def __init__(self):
        self.name = f"ns{next(_numbers)}"

    def __enter__(self):
        run("ip", "netns", "add", self.name)
        run("ip", "link", "set", "lo", "up", netns=self.name)
        return self.name

    def __exit__(self, *error):
        run("ip", "netns", "del", self.name, check=False)


class DriverRadio:
    """A radio and its first interface."""

    def __init__(self, lower: str, *options: str, netns: str | UserNetns | None = None):
        self.lower, self.options, self.netns = lower, options, netns
        self.moved = None

    def __enter__(self):
        self.phy = run(
            TOOL, "add", "--lower", self.lower, *self.options, netns=self.netns
        ).stdout.strip()
        folder = Path(f"/sys/class/ieee80211/{self.phy}/device/net")
        if isinstance(self.netns, UserNetns):
            self.ifname = None  # its sysfs is not mounted
        elif self.netns:
            self.ifname = run("ls", str(folder), netns=self.netns).stdout.split()[0]
        else:
            self.ifname = wait_for(lambda: os.listdir(folder), "a first interface")[0]
        return self

    def move(self, netns: str):
        """Moves the wiphy and its interface to another namespace."""
        run("iw", "phy", self.phy, "set", "netns", "name", netns, netns=self.netns)
        self.netns = netns

    def stats(self) -> dict[str, int]:
        """Returns all counters."""
        return json.loads(run(TOOL, "stats", self.phy, "--json", netns=self.netns).stdout)

    def describe(self) -> dict:
        """Returns the radio's entry in the output of 'list'."""
        found = [r for r in radios(self.netns) if r["name"] == self.phy]
        assert found, f"{self.phy} is not in the list"
        return found[0]

    def delete(self):
        """Deletes the radio before the end of the context."""
        run(TOOL, "del", self.phy, netns=self.netns)

    def __exit__(self, *error):
        run(TOOL, "del", self.phy, netns=self.netns, check=False)


def radios(netns: str | None = None) -> list[dict]:
    """Returns the output of 'list'."""
    return json.loads(run(TOOL, "list", "--json", netns=netns).stdout)


class ForegroundProgram:
    """A program in the foreground whose output goes to a file."""

    def __init__(self, command: list[str], netns: str | None):
        prefix = ["ip", "netns", "exec", netns] if netns else []
        self.log = Path(f"/run/daemon{next(_numbers)}.log")
        with self.log.open("w") as sink:
            self.process = subprocess.Popen(
                [*prefix, *command], stdout=sink, stderr=subprocess.STDOUT
            )

    def said(self, words: str) -> bool:
        """Checks if the program printed 'words'. Raises AssertionError if it has ended."""
        text = self.log.read_text()
        if words in text:
            return True
        assert self.process.poll() is None, f"the program has ended:\n{text}"
        return False

    def stop(self):
        """Terminates the program and waits for its end."""
        self.process.terminate()
        self.process.wait(30)


@contextlib.contextmanager
def hostapd(radio: DriverRadio, security: str = "", **settings):
    """Runs hostapd on a radio. The context starts when it sends beacons."""
    base = {
        "interface": radio.ifname,
        "driver": "nl80211",
        "ssid": "cloud",
        "hw_mode": "g",
        "channel": "6",
        "country_code": "US",
        "ieee80211n": "1",
        "wmm_enabled": "1",
    }
    lines = [f"{name}={value}" for name, value in {**base, **settings}.items()]
    path = Path(f"/run/hostapd{next(_numbers)}.conf")
    path.write_text("\n".join(lines) + "\n" + security)
    daemon = ForegroundProgram(["hostapd", str(path)], radio.netns)
    try:
        wait_for(lambda: daemon.said("AP-ENABLED"), "hostapd is up")
        yield daemon
    finally:
        daemon.stop()


@contextlib.contextmanager
def supplicant(radio: DriverRadio, network: str, frequency: int, ssid: str = "cloud"):
    """Runs wpa_supplicant on a radio. It searches for the network 'ssid'."""
    control = f"/run/wpa{next(_numbers)}"
    path = Path(f"{control}.conf")
    path.write_text(
        f"ctrl_interface={control}\ncountry=US\nsae_pwe=2\n"
        f'network={{\nssid="{ssid}"\nscan_freq={frequency}\n{network}\n}}\n'
    )
    daemon = ForegroundProgram(
        ["wpa_supplicant", "-D", "nl80211", "-i", radio.ifname, "-c", str(path)], radio.netns
    )
    daemon.control = control
    try:
        yield daemon
    finally:
        daemon.stop()


def connected(daemon: ForegroundProgram) -> bool:
    """Checks if the station is connected, with its keys installed."""
    return daemon.said("CTRL-EVENT-CONNECTED")


def address(radio: DriverRadio, text: str):
    """Assigns an IPv4 address to the radio's interface."""
    run("ip", "addr", "replace", text, "dev", radio.ifname, netns=radio.netns)


def ping(target: str, netns: str | None = None, count: int = 3):
    """Sends 'count' pings. Raises AssertionError if one is not answered."""
    run("ping", "-c", str(count), "-i", "0.2", "-W", "5", target, netns=netns)
