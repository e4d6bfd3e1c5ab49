# SPDX-License-Identifier: Apache-2.0
"""Without error-message, RESTCONF refuses a value with an empty text."""
import pytest
from cloudmac_docs import yang

RESTRICTIONS = ("range", "length", "pattern")
TYPES = ("cloudmac-types", "cloudmac", "cloudmac-qos", "cloudmac-nfv")


def restricted(node, path):
    """Yield path and statement of each restriction of what a client may send."""
    if node.keyword == "notification" or node.keyword == "output":
        return
    if getattr(node, "i_config", None) is False and node.keyword in ("container", "list", "leaf"):
        return
    for each in node.substmts:
        if each.keyword in RESTRICTIONS:
            yield f"{path}/{each.keyword} {each.arg}", each
        else:
            yield from restricted(each, f"{path}/{each.arg}")


@pytest.mark.parametrize("name", TYPES)
def test_each_restriction_says_what_is_allowed(name):
    found = dict(restricted(yang.modules()[name], name))
    assert found
    silent = [path for path, each in found.items() if not yang.text_of(each, "error-message")]
    silent = [path for path in silent if "/timestamp/" not in path]  # of state only
    assert not silent


def test_messages_tell_the_numbers_of_their_restriction():
    for name in TYPES:
        for path, each in restricted(yang.modules()[name], name):
            if each.keyword != "pattern" and "max" not in each.arg:
                numbers = each.arg.replace("|", "..").replace(" ", "").split("..")
                message = yang.text_of(each, "error-message").replace("1 Tbit", "1000000000000 bit")
                assert all(number in message for number in numbers), (path, message)
