# SPDX-License-Identifier: Apache-2.0
"""Tests the command line of cloudmac-load, without radios."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "load"))
import cloudmac_load_options as options  # noqa: E402


def test_addresses_follow_the_first():
    assert options.addresses("02:43:4D:a1:02:fe", 3) == [
        "02:43:4d:a1:02:fe",
        "02:43:4d:a1:02:ff",
        "02:43:4d:a1:03:00",
    ]
    assert options.addresses("02:00:00:00:ff:fe", 1) == ["02:00:00:00:ff:fe"]


def parse(*more):
    """Returns the options of a run on an interface that exists."""
    return options.parser("").parse_args(["run", "--lower", "lo", "--ssid", "net", *more])


@pytest.mark.parametrize(
    "more, expected",
    [
        ([], "key_mgmt=NONE"),
        ([], "ssid=6e6574\n"),
        (["--psk-file", "secret"], 'psk="a secret"'),
        (["--psk-file", "secret", "--sae"], 'sae_password="a secret"'),
        (["--frequency", "2412", "2437"], "scan_freq=2412 2437"),
    ],
)
def test_network(tmp_path, monkeypatch, more, expected):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("secret").write_text("a secret\n")
    options.check(parse(*more))
    assert expected in options.network_block(parse(*more))


@pytest.mark.parametrize(
    "more, words",
    [
        (["--stations", "0"], "--stations is not a number from 1 to 250"),
        (["--stations", "251"], "--stations is not a number from 1 to 250"),
        (["--stations", "many"], "invalid int value"),
        (["--seconds", "0"], "--seconds is not a number from 1 to 3600"),
        (["--seconds", "3601"], "--seconds is not a number from 1 to 3600"),
        (["--port", "65536"], "--port is not a number from 1 to 65535"),
        (["--stagger", "-1"], "--stagger"),
        (["--stagger", "nan"], "--stagger"),
        (["--keep", "-1"], "--keep"),
        (["--timeout", "0"], "--timeout"),
        (["--timeout", "inf"], "--timeout"),
        (["--frequency", "0"], "--frequency"),
        (["--first", "client"], "--first is not a MAC address: client"),
        (["--first", "02:00:00:00:00:1"], "--first is not a MAC address"),
        (["--first", "03:00:00:00:00:01"], "a group address"),
        (["--first", "00:00:00:00:00:00"], "--first is null"),
        (["--first", "02:00:00:00:ff:ff"], "one would end in ff:ff"),
        (["--first", "02:00:00:00:ff:fc", "--stations", "4"], "one would end in ff:ff"),
        (["--first", "ff:ff:ff:ff:ff:fe", "--stations", "4"], "a group address"),
        (["--sae"], "--sae needs --psk-file"),
        (["--psk-file", "none"], "--psk-file: "),
        (["--psk-file", "short"], "8 to 63 characters"),
        (["--psk-file", "empty", "--sae"], "empty is not one line"),
        (["--psk-file", "binary"], "--psk-file: "),
        (["--output", "none/load.json"], "the folder of none/load.json does not exist"),
        (["--plot", "none/load.png"], "the folder of none/load.png does not exist"),
        (["--ssid", ""], "--ssid"),
        (["--ssid", "n" * 33], "--ssid"),
        (["--lower", "none"], "--lower: no such interface: none"),
    ],
)
def test_wrong_options(tmp_path, monkeypatch, more, words):
    monkeypatch.chdir(tmp_path)
    for name, content in {"short": b"secret\n", "empty": b"\n", "binary": b"\xff" * 9}.items():
        pathlib.Path(name).write_bytes(content)
    with pytest.raises(options.Wrong) as caught:
        options.check(parse(*more))
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_plot_needs_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cloudmac_load_plot", None)
    with pytest.raises(options.Wrong, match="--plot needs matplotlib"):
        options.check(parse("--plot", str(tmp_path / "load.png")))
