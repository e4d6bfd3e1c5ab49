# SPDX-License-Identifier: Apache-2.0
"""Tests of comparison.py, on the host."""

import pathlib

import comparison
import pytest

HERE = pathlib.Path(__file__).resolve().parent
JUNIT = """<?xml version="1.0"?><testsuites><testsuite name="pytest">
<testcase classname="tests.guest.test_a" name="test_one[x]" time="1"/>
<testcase classname="test_a" name="test_two"><failure message="no">...</failure></testcase>
<testcase classname="test_a" name="test_three"><skipped message="no"/></testcase>
<testcase classname="test_b" name="test_four"/>
<testcase classname="test_b" name="test_four"><error message="in a fixture's end"/></testcase>
<testcase classname="test_b" name="test_five"><error message="in a fixture"/></testcase>
</testsuite></testsuites>"""
STOCK = {"a::x": "passed", "a::y": "passed", "a::z": "skipped"}


def test_outcomes():
    assert comparison.outcomes(JUNIT) == {
        "test_a::test_one[x]": "passed",
        "test_a::test_two": "failed",
        "test_a::test_three": "skipped",
        "test_b::test_four": "failed",
        "test_b::test_five": "failed",
    }


def test_equal_runs_are_good():
    compared = comparison.compare(STOCK, STOCK, {})
    assert compared.is_good
    assert comparison.result(compared)["passed"] == 2
    assert comparison.result(compared)["skipped"] == 1
    assert comparison.explain(compared)[-1].startswith("hostap: stock_passed 2, passed 2, failed 0")


@pytest.mark.parametrize("outcome", ("failed", "skipped", None))
def test_only_stock_passes(outcome):
    """A test that is skipped or absent on VAP radios did not pass there either."""
    vap = {**STOCK, "a::y": outcome}
    if outcome is None:
        del vap["a::y"]
    compared = comparison.compare(STOCK, vap, {})
    assert not compared.is_good
    assert compared.unlisted == ["a::y"]
    assert "FAULT: a::y: passes on stock radios only" in comparison.explain(compared)


def test_exception():
    compared = comparison.compare(STOCK, {**STOCK, "a::y": "failed"}, {"a::y": "because"})
    assert compared.is_good
    assert compared.exceptions == {"a::y": "because"}
    assert comparison.result(compared)["failed"] == 1
    assert "exception: a::y: because" in comparison.explain(compared)


def test_rounds():
    """The file has the counts of each round, so that a test that failed once shows."""
    good = comparison.compare(STOCK, STOCK, {})
    bad = comparison.compare(STOCK, {**STOCK, "a::y": "failed"}, {})
    found = comparison.results([bad, good])
    assert found["passed"] == 2
    assert [one["passed"] for one in found["rounds"]] == [1, 2]
    assert [one["not_in_exceptions"] for one in found["rounds"]] == [["a::y"], []]


def test_exception_that_passes():
    compared = comparison.compare(STOCK, STOCK, {"a::y": "because"})
    assert not compared.is_good
    assert comparison.result(compared)["passed_in_spite_of_exception"] == ["a::y"]
    assert any("a::y: passes, remove it" in line for line in comparison.explain(compared))


def test_exception_without_a_test():
    assert comparison.compare(STOCK, STOCK, {"a::w": "because"}).unknown == ["a::w"]
    assert comparison.compare(STOCK, STOCK, {"a::w": "because"}, is_all=False).is_good


@pytest.mark.parametrize("stock", ({**STOCK, "a::y": "failed"}, {}))
def test_stock_radios_have_to_pass(stock):
    """A test that fails on stock radios is at fault itself. A run without any is none."""
    assert not comparison.compare(stock, {name: "passed" for name in stock}, {}).is_good


def test_parse_exceptions():
    text = "# comment\n\na::b[c-d]: one\n  more\nt::u: two: three\n"
    assert comparison.parse_exceptions(text) == {"a::b[c-d]": "one more", "t::u": "two: three"}


@pytest.mark.parametrize("text", ("a::b", "a::b:", "a: reason", "a::b: x\na::b: y", "  x"))
def test_bad_exceptions(text):
    with pytest.raises(ValueError):
        comparison.parse_exceptions(text)


def test_exceptions_of_the_tree():
    comparison.parse_exceptions((HERE / "exceptions").read_text(encoding="utf-8"))
