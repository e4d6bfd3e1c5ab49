# SPDX-License-Identifier: Apache-2.0
"""Tests that each test is of exactly one kind, and that a unit test cannot boot."""
import conftest
import pytest
from cloudmac_testbed import client, uml


@pytest.mark.parametrize(
    "fixtures, expected",
    [
        (["tmp_path", "monkeypatch"], "unit"),
        (["kernel"], "air"),
        (["radio_parts", "scratch"], "air"),
        (["nothing_left", "lab_keeper"], "air"),
        (["live", "live_lab", "lab_keeper", "all_parts", "scratch"], "live"),
        (["all_parts", "nothing_left"], "live"),
        (["radio_parts", "real_time"], "live"),
    ],
)
def test_kind_of_a_test(fixtures, expected):
    assert conftest.kind(fixtures) == expected


@pytest.mark.parametrize("boots", [uml.Uml, client.Lab])
def test_a_unit_test_cannot_boot(boots):
    with pytest.raises(pytest.fail.Exception, match="needs the fixture of its parts"):
        boots.__new__(boots).__enter__()


def test_each_test_is_of_one_kind_and_runs_with_it(request):
    wanted = request.config.getoption("--kind")
    running = {item.nodeid for item in request.session.items}
    for item in conftest.COLLECTED:
        found = conftest.kind(item.fixturenames)
        assert (item.nodeid in running) == (wanted in (None, found)), item.nodeid
        assert found != "air" or not item.get_closest_marker("controller"), item.nodeid
