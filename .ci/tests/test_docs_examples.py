# SPDX-License-Identifier: Apache-2.0
"""Examples of RESTCONF are compared with the YANG modules. Their parser is tested in
testbed/tests/test_documented_requests.py."""
import pytest
from cloudmac_docs import examples
from cloudmac_docs.markdown import Page

MODEL = """
module m {
  prefix m;
  typedef mac { type string { pattern '[0-9a-f]{2}'; pattern 'ff' { modifier invert-match; } } }
  container m {
    container one {
      list entry { key "id"; leaf id { type mac; } leaf big { type uint64; } }
      leaf-list name { type string; }
    }
    container two {
      leaf size { type uint8 { range "1..5 | 9"; } }
      leaf kind { type enumeration { enum a; enum b; } mandatory true; }
      leaf on { type boolean; }
    }
  }
  rpc act { input { leaf id { type mac; mandatory true; } } output { leaf done { type boolean; } } }
  rpc stop { input { leaf id { type mac; } } }
}
"""


class FilesOfExample:
    files = ["cloudmac-api/src/main/yang/m.yang"]

    @staticmethod
    def read(_):
        return MODEL


def page(*pairs):
    blocks = [
        f"```sh request\nc {call}\n```\n\n```http\nHTTP/1.1 {says}\n```\n" for call, says in pairs
    ]
    return {"page.md": Page("page.md", "# Title\n\n" + "\n".join(blocks))}


ALL = (
    ("$R/data/m:m/one", '200 OK\n\n{"m:one": {"entry": [{"id": "0a", "big": "7"}]}}'),
    ('-X PUT $R/data/m:m/two -d \'{"m:two": {"kind": "a", "size": 9}}\'', "201 Created"),
    ("$R/data/m:m/two", '200 OK\n\n{"m:two": {"on": true}}'),
    (
        '-X POST $R/operations/m:act -d \'{"m:input": {"id": "0a"}}\'',
        '200 OK\n\n{"m:output": {"done": true}}',
    ),
    ("-X POST $R/operations/m:stop -d '{\"m:input\": {}}'", "204 No Content"),
    ("$R/data/other:tree", '200 OK\n\n{"anything": 1}'),
)


def test_examples_that_fit_pass():
    assert examples.check(FilesOfExample, page(*ALL)) == []


@pytest.mark.parametrize("index, place", enumerate(["data/m:m/one", None, "data/m:m/two"]))
def test_a_tree_without_example_is_found(index, place):
    pairs = [
        pair
        for number, pair in enumerate(ALL)
        if number != index and not (index == 2 and number == 1)
    ]
    found = [str(problem) for problem in examples.check(FilesOfExample, page(*pairs))]
    expected = f"no example of {place} in any page: add one"
    assert [text.endswith(expected) for text in found] == ([True] if place else [])


def test_an_rpc_without_example_is_found():
    # An example of a refusal is none of the RPC.
    refused = (
        "-X POST $R/operations/m:stop -d '{\"m:input\": {}}'",
        '400 Bad Request\n\n{"errors": 1}',
    )
    found = [str(problem) for problem in examples.check(FilesOfExample, page(*ALL[:4], refused))]
    assert len(found) == 1 and "no example of operations/m:stop" in found[0]


FAULTS = (
    ("$R/data/m:m/none", "200 OK\n\n{}", "YANG has no m:m/none"),
    ("$R/data/m:m/one", '200 OK\n\n{"m:two": {}}', 'must have the one member "m:one"'),
    ("$R/data/m:m/one", '200 OK\n\n{"m:one": {"extra": 1}}', "YANG has no m:one/extra"),
    ("$R/data/m:m/one", '200 OK\n\n{"m:one": {"entry": {}}}', "m:one/entry is no list"),
    ("$R/data/m:m/one", '200 OK\n\n{"m:one": {"entry": [{"big": "1"}]}}', "lacks id"),
    (
        "$R/data/m:m/one",
        '200 OK\n\n{"m:one": {"entry": [{"id": "0A"}]}}',
        "does not fit the pattern",
    ),
    (
        "$R/data/m:m/one",
        '200 OK\n\n{"m:one": {"entry": [{"id": "ff"}]}}',
        "does not fit the pattern",
    ),
    (
        "$R/data/m:m/one",
        '200 OK\n\n{"m:one": {"entry": [{"id": "0a", "big": 7}]}}',
        "must be a string",
    ),
    ("$R/data/m:m/one", '200 OK\n\n{"m:one": {"name": [1]}}', "is no string"),
    ("$R/data/m:m/two", '200 OK\n\n{"m:two": {"size": 6}}', "6 is not 1..5 | 9"),
    ("$R/data/m:m/two", '200 OK\n\n{"m:two": {"size": "5"}}', "must be a number"),
    ("$R/data/m:m/two", '200 OK\n\n{"m:two": {"kind": "c"}}', "'c' is none of a, b"),
    ("$R/data/m:m/two", '200 OK\n\n{"m:two": {"on": "yes"}}', "neither true nor false"),
    ("-X PUT $R/data/m:m/two -d '{\"m:two\": {}}'", "201 Created", "m:two lacks kind"),
    ("-X POST $R/operations/m:none -d '{}'", "204 No Content", "YANG has no rpc m:none"),
    ("-X POST $R/operations/m:act -d '{\"m:input\": {}}'", "200 OK", "m:input lacks id"),
    ("-X POST $R/operations/m:stop -d '{\"m:input\": {}}'", "200 OK", "stop answers 204, not 200"),
    ("$R/data", "200\n", "begin with"),
)


@pytest.mark.parametrize("call, says, words", FAULTS)
def test_an_example_that_does_not_fit_is_found(call, says, words):
    found = [str(problem) for problem in examples.check(FilesOfExample, page(*ALL, (call, says)))]
    assert found and all(text.startswith("page.md:") for text in found), found
    assert any(words in text for text in found), found
