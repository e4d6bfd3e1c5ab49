# SPDX-License-Identifier: Apache-2.0
"""Triggers, and their events over connections that break."""
import queue
import random

import cloudmac_sdk
import pytest
from cloudmac_sdk import (
    EVERY,
    LVNF,
    CloudmacError,
    Image,
    cpu_util,
    mem_util,
    packet_rate,
)

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("compiler", "tenant")


def take(events, count):
    """Returns the values of so many events."""
    return [events.get(timeout=WAIT_S).value for _ in range(count)]


def test_the_papers_form(controller):
    events = queue.SimpleQueue()
    trigger = cpu_util(
        lvnfs=EVERY, relation="GT", value=80, tenant_name="guests", callback=events.put
    )
    trigger.ready.result(WAIT_S)
    ((owner, name),) = controller.events.triggers
    assert owner == "guests" and len(name) <= 31
    entry = controller.events.triggers[owner, name]
    assert entry == {"name": name, "metric": "cpu-util", "relation": "gt", "value": "80.000"}
    controller.events.fire("guests", "one", "81.5")
    event = events.get(timeout=WAIT_S)
    assert (event.lvnf, event.value, event.packet_node, event.number) == ("one", 81.5, "pn1", 1)
    assert event.trigger == name


def test_an_lvnf_by_object_name_and_address(controller):
    lvnf = LVNF(Image(vnf="script"), name="one")
    lvnf.cpp = "pn1"
    triggers = [
        mem_util(lvnfs=lvnf, relation="LT", value=0.5),
        packet_rate(lvnfs="one", relation="EQ", port=1),
    ]
    for trigger in triggers:
        trigger.ready.result(WAIT_S)
    triggers.append(cpu_util(lvnfs=lvnf.addr))
    triggers[-1].ready.result(WAIT_S)
    found = sorted(controller.events.triggers.values(), key=lambda entry: entry["metric"])
    assert [entry["lvnf"] for entry in found] == ["one"] * 3
    assert [entry["value"] for entry in found] == ["80.000", "0.500", "0.000"]
    assert found[2]["port"] == 1
    with pytest.raises(CloudmacError, match="no LVNF with the address"):
        cpu_util(lvnfs="02:00:00:00:00:00").ready.result(WAIT_S)


def test_no_event_is_lost_or_told_twice(controller):
    """Connections break before an answer, and the controller restarts, while events come."""
    events, draw = queue.SimpleQueue(), random.Random(7)
    packet_rate(callback=events.put).ready.result(WAIT_S)
    controller.events.drop = lambda: draw.random() < 0.3
    told = 0
    for number in range(40):
        with controller.lock:
            controller.events.fire("guests", "one", str(number))
            if draw.random() < 0.1:
                controller.events.restart(keep=100)
        if draw.random() < 0.3:
            told += len(take(events, number + 1 - told))
    assert told + len(take(events, 40 - told)) == 40
    assert events.empty()


def test_events_in_order_and_only_from_now_on(controller, tenant, password_file):
    controller.events.triggers["guests", "old"] = {}
    for number in range(11):
        controller.events.fire("guests", "one", str(number))
    events = queue.SimpleQueue()
    packet_rate(callback=events.put).ready.result(WAIT_S)
    controller.events.restart(keep=5)
    for number in range(20):
        controller.events.fire("guests", "one", str(number))
    assert take(events, 20) == list(range(20)) and events.empty()
    with cloudmac_sdk.connect(
        controller.url, tenant="others", password_file=password_file
    ) as others:
        seen = queue.SimpleQueue()
        packet_rate(callback=seen.put, tenant_name="others").ready.result(WAIT_S)
        controller.events.fire("others", "one", "1")
        assert seen.get(timeout=WAIT_S).value == 1 and events.empty()
        assert others.name == "others"


def test_triggers_of_the_same_content_share_one_of_the_controller(controller):
    events = queue.SimpleQueue()
    first, second = (packet_rate(callback=events.put) for _ in range(2))
    for trigger in (first, second):
        trigger.ready.result(WAIT_S)
    assert len(controller.events.triggers) == 1
    controller.events.fire("guests", "one", "1")
    assert take(events, 2) == [1, 1]
    first.remove().result(WAIT_S)
    controller.events.fire("guests", "one", "2")
    assert take(events, 1) == [2]
    second.remove().result(WAIT_S)
    assert not controller.events.triggers and events.empty()


def test_the_end_of_the_connection_removes_triggers(controller, tenant):
    packet_rate().ready.result(WAIT_S)
    packet_rate(value=7)
    tenant.close()
    assert not controller.events.triggers


def test_wrong_triggers():
    with pytest.raises(ValueError, match="relation is 'GE', not one of GT, LT, EQ"):
        cpu_util(relation="GE")
    with pytest.raises(TypeError, match="lvnfs is int"):
        cpu_util(lvnfs=7)
    with pytest.raises(RuntimeError, match="not connected for tenant nobody"):
        cpu_util(tenant_name="nobody")
