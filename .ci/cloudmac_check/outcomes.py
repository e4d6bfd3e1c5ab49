# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that writes which tests ran, which passed and which failed.

CLOUDMAC_OUTCOMES names the file: {"collected": number, "ran": number, "passed": [node ids],
"failed": [node ids]}. A skipped test and one that is expected to fail are in neither list.
pytest writes it only if the session reaches its end."""
import json
import os
import pathlib


class Outcomes:
    """Collects the outcomes of one session."""

    def __init__(self, path):
        self.path = path
        self.collected = 0
        self.ran = set()
        self.passed = []
        self.failed = {}

    def pytest_collection_finish(self, session):
        self.collected = len(session.items)

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown":
            self.ran.add(report.nodeid)
        if report.failed:
            self.failed[report.nodeid] = None
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed.append(report.nodeid)

    def pytest_sessionfinish(self):
        outcome = {
            "collected": self.collected,
            "ran": len(self.ran),
            "passed": [test for test in self.passed if test not in self.failed],
            "failed": list(self.failed),
        }
        self.path.write_text(json.dumps(outcome, indent=1), encoding="utf-8")


def pytest_configure(config):
    """Registers the collector if CLOUDMAC_OUTCOMES is set."""
    path = os.environ.get("CLOUDMAC_OUTCOMES")
    if path:
        config.pluginmanager.register(Outcomes(pathlib.Path(path)))
