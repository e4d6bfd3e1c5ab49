# SPDX-License-Identifier: Apache-2.0
"""The result of cloudmac-load, without a lab."""
import sys

import pytest
from cloudmac_testbed.guest import loading, shell

WRITE = "import sys; open(sys.argv[1], 'w').write('{\"failures\": 1}')"
FAIL = "; sys.exit('1 of 2 stations failed')"


@pytest.fixture(name="output")
def _output(tmp_path, monkeypatch):
    """The result file, with the content of an earlier run."""
    path = tmp_path / "load.json"
    path.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(loading, "OUTPUT", path)
    return path


@pytest.mark.parametrize("code", [WRITE, WRITE + FAIL])
def test_a_run_with_failures_has_a_result(output, code):
    argv = (sys.executable, "-c", code, output)
    assert loading.result(None, argv, 30) == {"failures": 1}


def test_a_run_without_result_is_an_error_with_its_message(output):
    argv = (sys.executable, "-c", "import sys; sys.exit('cloudmac-load: no such interface')")
    with pytest.raises(shell.CommandFailed, match="cloudmac-load: no such interface"):
        loading.result(None, argv, 30)
    assert not output.exists()
