# SPDX-License-Identifier: Apache-2.0
"""Compares the outcomes of the same tests on stock radios and on VAP radios. No I/O."""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def outcomes(junit: str) -> dict[str, str]:
    """Returns the outcome of each test in a JUnit file of pytest.

    A name is "file::test[parameter]". A test whose fixture fails has failed."""
    found: dict[str, str] = {}
    for case in ElementTree.fromstring(junit).iter("testcase"):
        file = case.get("classname", "").rsplit(".", 1)[-1]
        name = f"{file}::{case.get('name')}"
        outcome = _outcome(case)
        # An error in the end of a fixture is a second element of the same test.
        found[name] = FAILED if FAILED in (outcome, found.get(name)) else outcome
    return found


def _outcome(case):
    kinds = {element.tag for element in case}
    if kinds & {"failure", "error"}:
        return FAILED
    return SKIPPED if "skipped" in kinds else PASSED


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Lists of test names, but for ``exceptions``: the failed ones of the list with reasons."""

    passed: list[str]
    failed: list[str]
    skipped: list[str]
    stock_passed: list[str]
    exceptions: dict[str, str]
    stock_failed: list[str]
    """Tests that fail on stock radios: their outcome on VAP radios shows nothing."""
    unlisted: list[str]
    """Passed on stock radios, did not pass on VAP radios, and not in the list of exceptions."""
    unexpected: list[str]
    """In the list of exceptions, but passed."""
    unknown: list[str]
    """In the list of exceptions, but no test of that name ran."""

    @property
    def is_good(self) -> bool:
        """Returns true if every test that passes on stock radios passes on VAP radios or is in
        the list, and the list has no other entries."""
        wrong = self.stock_failed or self.unlisted or self.unexpected or self.unknown
        return bool(self.stock_passed) and not wrong


def compare(
    stock: dict[str, str], vap: dict[str, str], exceptions: dict[str, str], is_all: bool = True
) -> Comparison:
    """Returns the comparison of two runs.

    exceptions: reason by test; is_all: false if only some tests ran, so that an exception
    without a test is no fault."""
    names = sorted({*stock, *vap})
    stock_passed = [name for name in names if stock.get(name) == PASSED]
    broken = [name for name in names if vap.get(name, FAILED) == FAILED]
    passed = [name for name in names if vap.get(name) == PASSED]
    return Comparison(
        passed=passed,
        failed=broken,
        skipped=[name for name in names if vap.get(name) == SKIPPED],
        stock_passed=stock_passed,
        exceptions={name: exceptions[name] for name in broken if name in exceptions},
        stock_failed=[name for name in names if stock.get(name, FAILED) == FAILED],
        unlisted=[n for n in stock_passed if vap.get(n) != PASSED and n not in exceptions],
        unexpected=[name for name in passed if name in exceptions],
        unknown=[name for name in exceptions if name not in names] if is_all else [],
    )


def explain(comparison: Comparison) -> list[str]:
    """Returns the lines for people, the verdict last."""
    kinds = (
        ("fails on stock radios", comparison.stock_failed),
        ("passes on stock radios only", comparison.unlisted),
        ("passes, remove it from the exceptions", comparison.unexpected),
        ("is in the exceptions, but no such test ran", comparison.unknown),
    )
    lines = [f"exception: {name}: {reason}" for name, reason in comparison.exceptions.items()]
    lines += [f"FAULT: {name}: {what}" for what, names in kinds for name in names]
    counts = {
        "stock_passed": len(comparison.stock_passed),
        "passed": len(comparison.passed),
        "failed": len(comparison.failed),
        "exceptions": len(comparison.exceptions),
        "skipped": len(comparison.skipped),
    }
    lines.append("hostap: " + ", ".join(f"{name} {count}" for name, count in counts.items()))
    return lines


def result(comparison: Comparison) -> dict:
    """Returns the content of the result file: counts, and names of tests that did not pass."""
    return {
        "passed": len(comparison.passed),
        "failed": len(comparison.failed),
        "skipped": len(comparison.skipped),
        "stock_passed": len(comparison.stock_passed),
        "exceptions": comparison.exceptions,
        "not_in_exceptions": comparison.unlisted,
        "passed_in_spite_of_exception": comparison.unexpected,
        "stock_failed": comparison.stock_failed,
        "tests": comparison.passed,
    }


def results(rounds: list[Comparison]) -> dict:
    """Returns the content of the result file of several rounds: the last one's, and the counts of
    each."""
    return {
        **result(rounds[-1]),
        "rounds": [
            {
                "stock_passed": len(one.stock_passed),
                "passed": len(one.passed),
                "not_in_exceptions": one.unlisted,
                "stock_failed": one.stock_failed,
            }
            for one in rounds
        ],
    }


def parse_exceptions(text: str) -> dict[str, str]:
    """Returns the reason by test of lines "TEST: reason".

    A line that begins with a space continues the reason; "#" begins a comment. Raises ValueError
    for any other line, a repeated test, or one without a reason."""
    found: dict[str, str] = {}
    name = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and name:
            found[name] += f" {line.strip()}"
            continue
        match = re.fullmatch(r"(\w+::\w+(?:\[[^\]]*\])?): (\S.*)", line)
        if not match or match[1] in found:
            raise ValueError(f"line {number}: not a new 'TEST: reason': {line}")
        name = match[1]
        found[name] = match[2].strip()
    return found
