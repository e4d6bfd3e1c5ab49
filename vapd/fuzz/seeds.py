#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes seeds for the fuzz target.

usage: seeds.py OUTPUT-FOLDER
"""

import pathlib
import sys

HOSTAPD = [
    b"state=ENABLED\nphy=phy0\nfreq=2412\nbeacon_int=100\nieee80211n=1\nbss[0]=wlan0\n"
    b'bssid[0]=02:00:00:00:00:01\nssid[0]=caf\\xc3\\xa9\\"\nnum_sta[0]=2\n',
    b"02:00:00:00:00:02\nflags=[AUTH][ASSOC][AUTHORIZED]\naid=1\n",
    b"<3>AP-STA-CONNECTED 02:00:00:00:00:02",
    b"<3>AP-CSA-FINISHED freq=2437 dfs=0",
]


def main():
    folder = pathlib.Path(sys.argv[1]) / "hostapd"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(HOSTAPD):
        (folder / f"{number:04}").write_bytes(data)


if __name__ == "__main__":
    main()
