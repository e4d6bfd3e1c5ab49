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
LAST_LINES = 3
CONNECTED = re.compile(rb"^(\d+\.\d+): \S+ *CTRL-EVENT-CONNECTED .*\n", re.M)
"""wpa_supplicant logs this line when the station has completed all handshakes."""


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
        self.supplicant = self.log = self.deadline = None
        self.said = b""
        self.has_namespace = False
        self.has_radio = False
        self.has_moved = False
        self.result = {"name": self.name, "address": self.address}

    def inside(self, *argv, **more):
        """Runs a program in the station's namespace."""
        return run("ip", "netns", "exec", self.name, *argv, **more)

    def popen(self, *argv):
        """Starts a program in the station's namespace. Its output and errors are pipes."""
        pipe = subprocess.PIPE
        words = ["ip", "netns", "exec", self.name, *argv]
        return subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True)

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

    def configure(self, network):
        """Writes the supplicant's configuration. network: its block of the network."""
        file = self.place / "wpa.conf"
        file.touch(0o600)
        file.write_text(f"ctrl_interface={self.place}/control\nsae_pwe=2\n{network}", "utf-8")

    def start(self):
        """Starts the supplicant. The time of joining counts from here."""
        argv = ["ip", "netns", "exec", self.name, "wpa_supplicant", "-t", "-i", RADIO]
        argv += ["-D", "nl80211", "-c", str(self.place / "wpa.conf")]
        path = self.place / "wpa_supplicant.log"
        with open(path, "wb") as log:
            self.log = open(path, "rb")
            # The supplicant's log has times since the epoch.
            self.result["started"] = time.time()
            self.deadline = time.monotonic() + self.options.timeout
            self.supplicant = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def has_result(self):
        """Returns true if the station has joined or failed, and notes ``joined_s`` or
        ``failure``. It starts no program."""
        is_late = time.monotonic() >= self.deadline
        status = self.supplicant.poll()
        more = self.log.read()
        self.said += more
        joined = connected_at(self.said) if more else None
        if joined is not None and joined - self.result["started"] <= self.options.timeout:
            self.result["joined_s"] = round(joined - self.result["started"], 3)
        elif status is not None:
            lines = self.said.decode("utf-8", "replace").strip().splitlines()
            last = "; ".join(lines[-LAST_LINES:])
            self.result["failure"] = f"wpa_supplicant ended with status {status}: {last}"
        elif is_late:
            self.result["failure"] = f"not associated after {self.options.timeout:g} s"
        else:
            return False
        self.said = b""
        return True

    def lease(self):
        """Gets an address by DHCP."""
        options = "-f -q -n -t 10 -T 1".split()
        self.inside("udhcpc", "-i", RADIO, *options, "-s", DHCP_SCRIPT, seconds=30)

    def remove(self):
        """Ends the supplicant, and deletes the radio and the namespace that add() has created.
        Prints what fails, and goes on."""
        if self.supplicant:
            end(self.supplicant)
            self.log.close()
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


def connected_at(said):
    """Returns the time since the epoch of the first association in a log of wpa_supplicant; None
    if there is none. said: the log, whose last line may be incomplete."""
    found = CONNECTED.search(said)
    return float(found[1]) if found else None


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
