# SPDX-License-Identifier: Apache-2.0
"""Queries of counters, once and periodically."""
import itertools
import queue

import pytest

from cloudmac_sdk import LVNF, CloudmacError, Image, Refused, bytes_count, packets_count

WAIT_S = 20
pytestmark = pytest.mark.usefixtures("compiler", "tenant")


@pytest.fixture(name="lvnf")
def _lvnf():
    lvnf = LVNF(Image(vnf="script"), name="counted")
    lvnf.cpp = "pn1"
    return lvnf


def counting(controller):
    """Has each reading of the counters show half a second more of 1,000 packets and 2,000 octets a
    second into port 0, and half as many out of port 1."""
    steps = itertools.count()

    def counters():
        step = next(steps)
        controller.node_time = lambda: str(1_000_000 + (step + 1) * 500_000)
        return [
            {"port": 1, "packets-out": str(250 * step), "octets-out": str(500 * step)},
            {"port": 0, "packets-in": str(500 * step), "octets-in": str(1000 * step)},
        ]

    controller.counters = counters
    controller.node_time = lambda: "1000000"


def test_a_single_report(controller, lvnf):
    counting(controller)
    reports = queue.SimpleQueue()
    query = packets_count(lvnf=lvnf, every=-1, callback=reports.put)
    (first, second) = query.first.result(WAIT_S)
    assert reports.get(timeout=WAIT_S) == [first, second]
    assert (first.port, first.received, first.sent, first.received_rate) == (0, 0, 0, None)
    assert second.port == 1


def test_periodic_reports_have_rates(controller, lvnf, tenant):
    counting(controller)
    reports = queue.SimpleQueue()
    query = bytes_count(lvnf=lvnf, every=20, callback=reports.put)
    found = [reports.get(timeout=WAIT_S) for _ in range(4)]
    assert [port.received_rate for port in found[0]] == [None, None]
    for step, (first, second) in enumerate(found[1:], 1):
        assert (first.received, second.sent) == (1000 * step, 500 * step)
        assert (first.received_rate, second.sent_rate) == (2000, 1000)
    query.remove()
    tenant.close()
    known = reports.qsize()
    assert known == reports.qsize()


def test_an_lvnf_by_its_name_or_its_address(lvnf):
    lvnf.ready.result(WAIT_S)
    for wanted in ("counted", lvnf.addr, lvnf.addr.upper()):
        assert len(packets_count(lvnf=wanted).first.result(WAIT_S)) == 2
    with pytest.raises(CloudmacError, match="no LVNF with the address 02:00:00:00:00:00"):
        packets_count(lvnf="02:00:00:00:00:00").first.result(WAIT_S)
    assert lvnf.addr != LVNF(Image(vnf="script"), name="other").addr


def test_a_periodic_query_goes_on_after_a_failure(controller, lvnf, caplog):
    lvnf.ready.result(WAIT_S)
    reports = queue.SimpleQueue()
    query = packets_count(lvnf="counted", every=20, callback=reports.put)
    reports.get(timeout=WAIT_S)
    gone = controller.lvnfs.pop(("guests", "counted"))
    while "no such data" not in caplog.text:
        query.tenant.cpps().result(WAIT_S)
    while not reports.empty():
        reports.get()
    controller.lvnfs["guests", "counted"] = gone
    assert reports.get(timeout=WAIT_S)
    with pytest.raises(Refused):
        packets_count(lvnf="none").first.result(WAIT_S)


def test_wrong_queries(lvnf):
    with pytest.raises(ValueError, match="every is 0"):
        packets_count(lvnf=lvnf, every=0)
    for wrong in ("ff:ff:ff:ff:ff:ff", None):
        with pytest.raises(ValueError, match="not an LVNF"):
            packets_count(lvnf=wrong)
    with pytest.raises(RuntimeError, match="not connected for tenant others"):
        packets_count(lvnf=lvnf, tenant_name="others")
