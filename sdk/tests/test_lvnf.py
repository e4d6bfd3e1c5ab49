# SPDX-License-Identifier: Apache-2.0
"""LVNFs at a controller that answers late."""
import threading
import time

import pytest

import cloudmac_sdk
from cloudmac_sdk import LVNF, Image, LvnfFailed, Refused

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("compiler", "tenant")
COUNTER = [("count", "c.count")]


def spawned(**options):
    lvnf = LVNF(Image(vnf="script", handlers=COUNTER), **options)
    lvnf.cpp = "pn1"
    lvnf.ready.result(WAIT_S)
    return lvnf


def test_an_lvnf_is_spawned_at_the_node_that_is_assigned(controller):
    lvnf = LVNF(Image(vnf="script", handlers=COUNTER), name="first")
    (node,) = cloudmac_sdk.cpps().result(WAIT_S)
    assert (node.name, node.session, node.maximum_lvnfs) == ("pn1", "open", 64)
    lvnf.cpp = node
    state = lvnf.ready.result(WAIT_S)
    assert (state.status, state.mode, state.packet_node) == ("ready", "running", "pn1")
    assert [port.openflow_port for port in state.ports] == [7, 8]
    config = controller.lvnfs["guests", "first"]["config"]
    (image,) = controller.images
    assert config == {"name": "first", "image": image[1], "packet-node": "pn1"}
    assert len(image[1]) <= 22


def test_no_call_waits_for_the_controller(controller, tenant):
    """Nothing is answered before all calls have returned."""
    controller.gate.clear()
    order = []
    lvnf = LVNF(Image(vnf="script", handlers=COUNTER))
    controller.handlers["count"] = {}
    lvnf.cpp = "pn1"
    lvnf.count(value=[5], callback=lambda written: order.append(written))
    lvnf.count(callback=order.append)
    lvnf.pause(callback=lambda state: order.append(state.mode))
    lvnf.flush(callback=lambda state: order.append(state.mode))
    lvnf.resume(callback=lambda state: order.append(state.mode))
    lvnf.counters(callback=lambda ports: order.append(ports[0].packets_in))
    lvnf.remove(callback=order.append)
    tenant.cpps(callback=lambda nodes: None)
    assert order == []
    controller.gate.set()
    tenant.close()
    assert order == [1, {0: 5}, "stopped", "bypass", "running", 2**64 - 1, None]
    assert not controller.lvnfs


def test_an_image_is_uploaded_once(controller, tenant):
    image = Image(vnf="script")
    lvnfs = [LVNF(image, name=f"one{number}") for number in range(3)]
    for lvnf in lvnfs:
        lvnf.cpp = "pn1"
    for lvnf in lvnfs:
        lvnf.ready.result(WAIT_S)
    assert len([1 for method, path, _ in controller.requests if path.endswith(":tenants")]) == 1
    assert tenant.lvnfs().result(WAIT_S) == ["one0", "one1", "one2"]
    assert len(tenant.images().result(WAIT_S)) == 1
    with pytest.raises(Refused, match="is in use"):
        tenant.remove_image(image).result(WAIT_S)
    tenant.remove().result(WAIT_S)
    assert not controller.lvnfs and not controller.images


def test_a_removed_lvnf_can_be_spawned_again():
    lvnf = spawned()
    lvnf.remove().result(WAIT_S)
    assert lvnf.cpp is None and lvnf.state().result(WAIT_S) is None
    lvnf.cpp = "pn2"
    assert lvnf.ready.result(WAIT_S).packet_node == "pn2"


def test_another_node_moves_an_lvnf(controller):
    lvnf = spawned()
    lvnf.cpp = "pn2"
    assert lvnf.cpp == "pn2"
    assert lvnf.ready.result(WAIT_S).packet_node == "pn2"
    (method, _, body) = [request for request in controller.requests if request[2]][-1]
    change = {"name": lvnf.name, "packet-node": "pn2"}
    assert (method, body) == ("PATCH", {"cloudmac-nfv:lvnf": [change]})


def test_an_lvnf_that_the_controller_refuses_can_be_spawned_elsewhere():
    lvnf = LVNF(Image(vnf="script"))
    lvnf.cpp = "nowhere"
    with pytest.raises(Refused, match="^there is no packet node nowhere$"):
        lvnf.ready.result(WAIT_S)
    lvnf.remove().result(WAIT_S)
    lvnf.cpp = "pn1"
    assert lvnf.ready.result(WAIT_S).status == "ready"


def test_what_the_node_refuses_is_told_in_its_words(controller, caplog):
    controller.broken = "the kernel refuses the image: R1 unbounded"
    lvnf = LVNF(Image(vnf="script"))
    lvnf.cpp = "pn1"
    with pytest.raises(LvnfFailed, match="R1 unbounded"):
        lvnf.ready.result(WAIT_S)
    assert "R1 unbounded" in caplog.text and lvnf.name in caplog.text
    assert lvnf.state().result(WAIT_S).status == "failed"


def test_a_failure_of_before_is_not_taken_for_the_answer(controller):
    lvnf = spawned()
    controller.broken = "no NET_SCH_PLUG"
    with pytest.raises(LvnfFailed, match="PLUG"):
        lvnf.pause().result(WAIT_S)
    with pytest.raises(LvnfFailed, match="PLUG"):
        lvnf.pause().result(WAIT_S)
    controller.broken = None
    assert lvnf.resume().result(WAIT_S).mode == "running"


def test_a_node_without_a_session(controller, password_file):
    controller.session = "lost"
    with cloudmac_sdk.connect(
        controller.url, tenant="guests", password_file=password_file, patience_s=0.5
    ):
        lvnf = LVNF(Image(vnf="script"))
        lvnf.cpp = "pn1"
        with pytest.raises(
            LvnfFailed, match="did not finish within 0.5 s: no session with pn1: refused"
        ):
            lvnf.ready.result(WAIT_S)


def test_a_callback_may_wait_for_another_call():
    lvnf = spawned()
    found = []
    done = threading.Event()

    def paused(_):
        found.append(lvnf.resume().result(WAIT_S).mode)
        done.set()

    lvnf.pause(callback=paused)
    assert done.wait(WAIT_S) and found == ["running"]


def test_a_failed_callback_is_logged_and_stops_no_other(caplog):
    lvnf = spawned()
    done = threading.Event()
    lvnf.state(callback=lambda state: state.nonsense)
    lvnf.state(callback=lambda state: done.set())
    assert done.wait(WAIT_S) and "nonsense" in caplog.text


def test_lvnfs_do_not_wait_for_each_other():
    first, second = spawned(), spawned()
    began = time.monotonic()
    for future in [lvnf.state() for lvnf in (first, second) * 5]:
        future.result(WAIT_S)
    assert time.monotonic() - began < WAIT_S / 4
