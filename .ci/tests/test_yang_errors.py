# SPDX-License-Identifier: Apache-2.0
"""Without error-message, RESTCONF refuses a value with an empty text."""
import re

from cloudmac_docs import yang

RESTRICTIONS = ("range", "length", "pattern")
# Its values become rows of a switch's database, which has messages of its own.
OTHERS = ("cloudmac-ovsdb",)


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


def of_all_modules():
    """Return path and statement of each restriction in all modules."""
    modules = {name: module for name, module in yang.modules().items() if name not in OTHERS}
    found = [one for name, module in modules.items() for one in restricted(module, name)]
    assert len(found) > 100
    return found


def test_each_restriction_says_what_is_allowed():
    assert not [path for path, each in of_all_modules() if not yang.text_of(each, "error-message")]


def test_messages_tell_the_numbers_of_their_restriction():
    for path, each in of_all_modules():
        if each.keyword != "pattern" and "max" not in each.arg:
            wanted = re.findall(r"-?\d+", each.arg.replace("..", " "))
            message = yang.text_of(each, "error-message").replace("1 Tbit", "1000000000000 bit")
            assert set(wanted) <= set(re.findall(r"-?\d+", message)), (path, message)
