# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that records what each test did and how long it took.

CLOUDMAC_TESTS names a file, to which it appends lines of JSON: ``{"collected": number}``, then for
each test its ``test`` (node id), its ``outcome`` (passed, failed, skipped or xfailed) and the
seconds of its ``setup``, ``call`` and ``teardown``."""
import json
import os


class Recorder:
    """Records one session."""

    def __init__(self, path):
        self.path = path
        self.tests = {}

    def pytest_collection_finish(self, session):
        self._append({"collected": len(session.items)})

    def pytest_runtest_logreport(self, report):
        test = self.tests.setdefault(report.nodeid, {"test": report.nodeid, "outcome": "passed"})
        test[report.when] = round(report.duration, 3)
        if report.failed:
            test["outcome"] = "failed"
        elif report.skipped and test["outcome"] == "passed":
            test["outcome"] = "xfailed" if hasattr(report, "wasxfail") else "skipped"
        if report.when == "teardown":
            self._append(test)

    def _append(self, line):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def pytest_configure(config):
    """Registers the recorder. A pytest that a test starts records nothing."""
    path = os.environ.pop("CLOUDMAC_TESTS", None)
    if path:
        config.pluginmanager.register(Recorder(path))
