# SPDX-License-Identifier: Apache-2.0
"""The examples, with the compiler of this tree."""
import importlib.util
import pathlib
import sys
import time
import types

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
STATION = '{"transmitter":"02:00:00:00:0a:01"}'
WAIT_S = 20
KNOWN = '{"duplicates":2,"entries":9,"last_sequence":7}'


def example(name):
    """Returns an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(name="account")
def _account(controller, password_file, monkeypatch):
    for name, value in (
        ("URL", controller.url),
        ("TENANT", "guests"),
        ("PASSWORD_FILE", str(password_file)),
    ):
        monkeypatch.setenv(f"CLOUDMAC_{name}", value)
    monkeypatch.delenv("CLOUDMAC_LVNF", raising=False)
    monkeypatch.setattr(sys, "argv", ["example", "pn1"])


def test_the_null_function(account, controller, capsys):
    example("null_function").main()
    assert capsys.readouterr().out.endswith("3 frames wait\n")
    assert not controller.lvnfs and len(controller.images) == 1


def test_the_duplicate_filter(account, controller, capsys, monkeypatch):
    controller.handlers["dupes_table"] = {STATION: KNOWN}
    module = example("duplicate_filter")

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "time", types.SimpleNamespace(sleep=interrupted))
    module.main()
    line = "02:00:00:00:0a:01: 2 duplicates of 9 frames, latest number 7\n"
    assert capsys.readouterr().out == line and not controller.lvnfs


def test_the_counter_of_web_requests(account, controller, capsys, monkeypatch):
    controller.handlers |= {"there": {"0": "5"}, "back": {"0": "4"}}
    module = example("web_counter")

    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["web_counter.py", "pn1", "openflow:1:2", "openflow:1:1"])
    monkeypatch.setattr(module, "time", types.SimpleNamespace(sleep=interrupted))
    module.main()
    told = sorted(capsys.readouterr().out.splitlines())
    assert told == ["4 packets from servers", "5 packets to servers"]
    assert not controller.lvnfs and not controller.chains


def eventually(condition):
    """Waits until a condition is true."""
    deadline = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_the_autoscaler(account, controller, capsys):
    module = example("autoscaler")
    with module.connect():
        source = module.SwitchPort("openflow:1:2")
        image = module.Image(vnf="in_0 -> out_1;", nb_ports=2)
        scaler = module.Autoscaler(image, ["pn1", "pn2"], source, "10.0.0.0/24")
        everyone = module.make_wild_card_flow()
        everyone["nw_src"] = "10.0.0.0/24"
        source.chain(everyone).result(WAIT_S)
        scaler.watch()
        eventually(lambda: len(controller.events.triggers) == 2)
        busy, idle = (
            next(
                key
                for key, entry in controller.events.triggers.items()
                if entry["relation"] == relation
            )
            for relation in ("gt", "lt")
        )
        controller.events.number += 1
        controller.events.add(*busy, scaler.first.name, "75.000")
        eventually(lambda: len(controller.chains) == 2)
        assert capsys.readouterr().out == "75 % of a processor: a second instance\n"
        second = source.chain(scaler.half).result(WAIT_S)
        assert second is not None and len(controller.lvnfs) == 2
        controller.events.number += 1
        controller.events.add(*idle, scaler.first.name, "5.000")
        eventually(lambda: len(controller.chains) == len(controller.lvnfs) == 1)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.stem)
def test_an_example_is_short(file):
    assert len(file.read_text().splitlines()) <= 60
