# SPDX-License-Identifier: Apache-2.0
"""A virtual station of cloudmac-load: radio, network namespace, supplicant."""
import pathlib
import re
import subprocess
import sys
import time

DHCP_SCRIPT = pathlib.Path(__file__).resolve().parent / "dhcp-script"
RADIO = "wlan0"
END_S = 10


class Failed(RuntimeError):
    """A step of a station failed; the message names it."""


def run(*argv, seconds=60):
    """Runs a program. Returns its output. Raises Failed if it fails or takes longer."""
    words = [str(word) for word in argv]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)}: still running after {seconds} s") from None
    if done.returncode:
        raise Failed(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


class Station:
    """One virtual station."""

    def __init__(self, options, number, address, folder):
        self.name = f"load{number + 1}"
        self.address = address
        self.options = options
        self.place = folder / self.name
        self.supplicant = None
        self.has_namespace = False
        self.has_radio = False
        self.has_moved = False
        self.result = {"name": self.name, "address": self.address}

    def inside(self, *argv, **more):
        """Runs a program in the station's namespace."""
        return run("ip", "netns", "exec", self.name, *argv, **more)

    def add(self):
        """Creates the namespace, and the radio in it. Fails if either exists."""
        self.place.mkdir()
        run("ip", "netns", "add", self.name)
        self.has_namespace = True
        argv = ["add", "--station", "--lower", self.options.lower, "--name", self.name]
        run(self.options.tool, *argv, "--address", self.address)
        self.has_radio = True
        run("iw", "phy", self.name, "set", "netns", "name", self.name)
        self.has_moved = True
        interface = interface_of(self.inside("iw", "dev"))
        if interface != RADIO:
            self.inside("ip", "link", "set", interface, "name", RADIO)
        self.inside("ip", "link", "set", "lo", "up")

    def start(self, configuration):
        """Starts the supplicant. The time of joining counts from here."""
        file = self.place / "wpa.conf"
        file.write_text(f"ctrl_interface={self.place}/control\nsae_pwe=2\n" + configuration)
        file.chmod(0o600)
        with open(self.place / "wpa_supplicant.log", "wb") as log:
            self.supplicant = subprocess.Popen(
                ["ip", "netns", "exec", self.name]
                + ["wpa_supplicant", "-t", "-i", RADIO, "-D", "nl80211", "-c", str(file)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.result["started"] = time.monotonic()

    def associated(self):
        """Returns true if the station has completed all handshakes."""
        if not (self.place / "control" / RADIO).exists():
            return False
        control = ("wpa_cli", "-p", self.place / "control", "-i", RADIO, "status")
        try:
            return "wpa_state=COMPLETED" in self.inside(*control).splitlines()
        except Failed:
            return False

    def lease(self):
        """Gets an address by DHCP."""
        options = "-f -q -n -t 10 -T 1".split()
        self.inside("udhcpc", "-i", RADIO, *options, "-s", DHCP_SCRIPT, seconds=30)

    def remove(self):
        """Ends the supplicant, and deletes the radio and the namespace that add() has created.
        Prints what fails, and goes on."""
        if self.supplicant:
            end(self.supplicant)
            self.supplicant = None
        if self.has_radio:
            # The tool finds only radios of its own namespace.
            place = self.inside if self.has_moved else run
            self._try(place, self.options.tool, "del", self.name)
            self.has_radio = False
        if self.has_namespace:
            self._try(run, "ip", "netns", "del", self.name)
            self.has_namespace = False

    def _try(self, place, *argv):
        try:
            place(*argv)
        except (Failed, OSError) as error:
            print(f"cloudmac-load: {self.name} is left: {error}", file=sys.stderr)


def interface_of(output):
    """Returns the interface that ``iw dev`` lists in a namespace with one radio, whatever udev has
    named it."""
    found = re.findall(r"^\s*Interface (\S+)$", output, re.M)
    if len(found) != 1:
        raise Failed(f"the radio has {len(found)} interfaces instead of one")
    return found[0]


def end(process):
    """Ends a program."""
    process.terminate()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
