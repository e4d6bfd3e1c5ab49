# SPDX-License-Identifier: Apache-2.0
"""Handlers: entries in both directions."""
import json

import pytest

from cloudmac_sdk import LVNF, Image, Refused, StructKey, values

WAIT_S = 20


@pytest.fixture(name="lvnf")
def _lvnf(compiler, tenant, controller):
    controller.handlers |= {"table": {}, "count": {}}
    image = Image(vnf="script", handlers=[(name, f"e.{name}") for name in ("table", "count", "x")])
    lvnf = LVNF(image)
    lvnf.cpp = "pn1"
    return lvnf


def test_entries_come_back_as_they_were_written(lvnf):
    table = {
        StructKey(transmitter=f"02:00:00:00:00:{number:02x}"): {"entries": number, "tid": [-1, 2]}
        for number in range(8)
    }
    assert lvnf.table(value=table).result(WAIT_S) == 8
    assert lvnf.table().result(WAIT_S) == table


def test_a_list_is_the_values_from_key_0(lvnf):
    lvnf.count(value=[2**64 - 1, True, "text"])
    assert lvnf.count().result(WAIT_S) == {0: 2**64 - 1, 1: True, 2: "text"}


def test_keys_are_deleted_before_entries_are_written(lvnf, controller):
    lvnf.table(value={1: "a", 2: "b"})
    lvnf.table(delete=[1, 7], value={3: "c"})
    assert lvnf.table().result(WAIT_S) == {2: "b", 3: "c"}
    lvnf.table(delete=[2, 3])
    assert lvnf.table().result(WAIT_S) == {}


def test_a_program_declares_its_handlers_itself(tenant, controller):
    controller.handlers["blocked"] = {}
    lvnf = LVNF(Image(program={"ruleset": "table ip a {}"}))
    lvnf.cpp = "pn1"
    lvnf.blocked(value={"192.0.2.0/24": True})
    assert lvnf.blocked().result(WAIT_S) == {"192.0.2.0/24": True}


def test_a_handler_that_the_image_does_not_declare(lvnf):
    with pytest.raises(AttributeError, match="no handler tables; the image declares table, count"):
        lvnf.tables()
    with pytest.raises(Refused, match="no handler 'x'") as refused:
        lvnf.x().result(WAIT_S)
    assert (refused.value.status, refused.value.tag) == (404, "data-missing")


def test_a_value_that_is_no_entries(lvnf):
    with pytest.raises(TypeError, match="value is str, not a dict or a list"):
        lvnf.table(value="text")
    with pytest.raises(TypeError):
        lvnf.table(value={1: object()}).result(WAIT_S)


def test_a_handler_cannot_have_the_name_of_an_attribute(compiler, tenant):
    with pytest.raises(ValueError, match="handler pause: an LVNF has an attribute"):
        LVNF(Image(vnf="script", handlers=[("pause", "e.x")]))


def test_keys_of_all_types():
    entries = [{"key": key, "value": "1"} for key in ("1", '"a"', "[1,[2]]", '{"a":[1]}')]
    assert list(values.read(entries)) == [1, "a", (1, (2,)), StructKey(a=(1,))]
    assert list(values.requests(values.read(entries).items(), ())) == [{"entry": entries}]


def test_requests_hold_what_one_line_to_the_node_can():
    many = list(values.requests(((key, key) for key in range(10_000)), range(5000)))
    assert sum(len(request.get("entry", ())) for request in many) == 10_000
    assert sum(len(request.get("delete", ())) for request in many) == 5000
    first_entry = next(n for n, request in enumerate(many) if "entry" in request)
    assert not any("delete" in request for request in many[first_entry + 1 :])
    for request in many:
        assert max(map(len, request.values())) <= values.ENTRIES_MAX
        assert len(json.dumps(request)) < 2 * values.OCTETS_MAX
    large = [(key, "x" * 59_000) for key in range(3)]
    assert [len(request["entry"]) for request in values.requests(large, ())] == [1, 1, 1]
    assert not list(values.requests((), ()))
