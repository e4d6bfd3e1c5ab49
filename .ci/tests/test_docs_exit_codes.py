# SPDX-License-Identifier: Apache-2.0
"""The table of exit codes is made of the programs' help."""
import pytest
from cloudmac_docs import exit_codes
from cloudmac_docs.generated import Fault

HELP = """usage: a program

exit status: 0 done; 1 failed, or
busy; why is said; 130 interrupted; others as it exits

More.
"""


def test_statuses_are_those_of_the_help():
    codes = exit_codes.stated("./x", HELP)
    assert codes == {
        "0": "done",
        "1": "failed, or busy; why is said",
        "130": "interrupted",
        "others": "as it exits",
    }
    assert exit_codes.row("a/x", codes) == [
        "`x`",
        "done",
        "failed, or busy; why is said",
        "",
        "130: interrupted; as it exits",
    ]


def test_a_help_without_statuses_is_refused():
    with pytest.raises(Fault, match="./x --help has no paragraph"):
        exit_codes.stated("./x", "usage: a program\n")


@pytest.mark.parametrize(
    "line", ("die() { exit 7; }", "sys.exit(7)", "os._exit(7)", "return 7", "exit 0; exit 7")
)
def test_a_status_that_the_help_does_not_state_is_refused(line):
    with pytest.raises(Fault, match="./x --help does not state exit status 7$"):
        exit_codes.compare("./x", {"0": "done"}, line)
    exit_codes.compare("./x", {"0": "done", "7": "so"}, line)
