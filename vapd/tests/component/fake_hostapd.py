# SPDX-License-Identifier: Apache-2.0
"""A made-up hostapd: one control socket that answers as hostapd 2.10 does."""

import contextlib
import os
import pathlib
import select
import socket
import threading

STATUS = """state={state}
phy={phy}
freq={frequency}
beacon_int=100
ieee80211n=1
ieee80211ac=0
ieee80211ax=0
{bsses}"""
BSS = "bss[{n}]={ifname}\nbssid[{n}]={bssid}\nssid[{n}]={ssid}\nnum_sta[{n}]={stations}\n"


class FakeHostapd:
    """Answers on a socket until the end. Attributes may change at any time.

    silent: a switch for a hostapd that hangs; it reads and answers nothing
    refuses: the answer to CHAN_SWITCH is FAIL
    finishes: the channel switch ends with its event at once
    shared: a second BSS on the radio
    breaks_lists: each list of stations ends after the first one with FAIL
    mute: it switches the channel without an answer or event
    """

    def __init__(self, folder, ifname="wlan0", bssid="02:aa:bb:cc:00:01", frequency=2412):
        self.path = pathlib.Path(folder) / ifname
        self.ifname, self.bssid, self.frequency = ifname, bssid, frequency
        self.state, self.phy, self.ssid = "ENABLED", "phy0", "test"
        self.stations = {}  # address: flags
        self.refuses = self.shared = self.mute = self.breaks_lists = False
        self.finishes = True
        self.silent = threading.Event()
        self.attached = set()
        self.commands = []

    def __enter__(self):
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        os.chmod(self.path, 0o770)
        self.stopped, self.stop = os.pipe()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.leave(unlink=True)

    def leave(self, unlink):
        """Ends: with the event and without the socket as hostapd does, or as if it was killed."""
        if self.stop is None:
            return
        if unlink:
            self.event("<3>CTRL-EVENT-TERMINATING ")
        os.close(self.stop)
        self.thread.join()
        os.close(self.stopped)
        self.stop = None
        self.socket.close()
        if unlink:
            self.path.unlink()

    def _run(self):
        while True:
            readers = [self.stopped] if self.silent.is_set() else [self.stopped, self.socket]
            ready, _, _ = select.select(readers, [], [], 0.05)
            if self.stopped in ready:
                return
            if self.socket in ready and not self.silent.is_set():
                command, sender = self.socket.recvfrom(4096)
                self._handle(command.decode(), sender)

    def _handle(self, command, sender):
        self.commands.append(command)
        if self.mute and command.startswith("CHAN_SWITCH"):
            self.frequency = int(command.split()[2])
            return
        answer = self._answer(command, sender)
        self._send(answer, sender)
        if command.startswith("CHAN_SWITCH") and answer == "OK\n" and self.finishes:
            self.finish(int(command.split()[2]))

    def _answer(self, command, sender):
        if command == "ATTACH":
            self.attached.add(sender)
            return "OK\n"
        if command == "STATUS":
            return self._status()
        if command == "STA-FIRST":
            return self._station(0)
        if command.startswith("STA-NEXT ") and self.breaks_lists:
            return "FAIL\n"
        if command.startswith("STA-NEXT "):
            addresses = list(self.stations)
            address = command.split()[1]
            return self._station(addresses.index(address) + 1) if address in addresses else "FAIL\n"
        if command.startswith("CHAN_SWITCH "):
            return "FAIL\n" if self.refuses else "OK\n"
        return "UNKNOWN COMMAND\n"

    def _status(self):
        names = [(self.ifname, self.bssid)]
        if self.shared:
            names.insert(0, (self.ifname + "_1", "02:aa:bb:cc:ff:01"))
        bsses = "".join(
            BSS.format(n=n, ifname=ifname, bssid=bssid, ssid=self.ssid, stations=len(self.stations))
            for n, (ifname, bssid) in enumerate(names)
        )
        return STATUS.format(state=self.state, phy=self.phy, frequency=self.frequency, bsses=bsses)

    def _station(self, index):
        for address, flags in list(self.stations.items())[index : index + 1]:
            return f"{address}\nflags={flags}\naid=1\ncapability=0x411\n"
        return ""

    def _send(self, text, receiver):
        with contextlib.suppress(OSError):
            self.socket.sendto(text.encode(), receiver)

    def event(self, text):
        for receiver in list(self.attached):
            self._send(text, receiver)

    def finish(self, frequency):
        """Ends a channel switch."""
        self.frequency = frequency
        self.event(f"<3>AP-CSA-FINISHED freq={frequency} dfs=0")

    def connect(self, station):
        """A station associates and completes its handshake."""
        self.stations[station] = "[AUTH][ASSOC][AUTHORIZED]"
        self.event(f"<3>AP-STA-CONNECTED {station}")
        self.event(f"<3>EAPOL-4WAY-HS-COMPLETED {station}")

    def disconnect(self, station):
        del self.stations[station]
        self.event(f"<3>AP-STA-DISCONNECTED {station}")
