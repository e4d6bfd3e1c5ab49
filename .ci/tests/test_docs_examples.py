# SPDX-License-Identifier: Apache-2.0
"""Examples of RESTCONF are compared with the YANG modules. Their parser is tested in
testbed/tests/test_documented_requests.py."""
import subprocess

import pytest
from cloudmac_docs import schema, yang
from cloudmac_docs.tree import Tree

MODEL = """
module m {
  yang-version 1.1;
  namespace "urn:m";
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


@pytest.fixture(name="check")
def _check(tmp_path):
    """Writes a page with pairs of request and answer, and returns its problems as text."""
    module = tmp_path / yang.FOLDERS[0] / "m.yang"
    module.parent.mkdir(parents=True)
    module.write_text(MODEL, encoding="utf-8")

    def check(*pairs):
        text = "".join(
            f"```sh request\nc {call}\n```\n\n```http\nHTTP/1.1 {says}\n```\n\n"
            for call, says in pairs
        )
        (tmp_path / "page.md").write_text(f"# Title\n\n{text}", encoding="utf-8")
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
        return [str(problem) for problem in schema.check(Tree(tmp_path))]

    return check


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


def test_examples_that_fit_pass(check):
    assert check(*ALL) == []


def test_a_tree_or_rpc_without_example_is_found(check):
    assert check(*ALL[1:]) == ["docs: no example of data/m:m/one: add one"]
    assert check(ALL[0], *ALL[3:]) == ["docs: no example of data/m:m/two: add one"]
    # An example of a refusal is none of the RPC.
    refused = (ALL[4][0], '400 Bad Request\n\n{"errors": 1}')
    assert check(*ALL[:4], refused) == ["docs: no example of operations/m:stop: add one"]


ONE, TWO = "$R/data/m:m/one", "$R/data/m:m/two"
FAULTS = (
    ("$R/data/m:m/none", "{}", "YANG has no m:m/none"),
    (ONE, '{"m:two": {}}', 'must have the one member "m:one"'),
    (ONE, '{"m:one": {"extra": 1}}', "YANG has no m:one/extra"),
    (ONE, '{"m:one": {"entry": {}}}', "m:one/entry is no list"),
    (ONE, '{"m:one": {"entry": [{"big": "1"}]}}', "lacks id"),
    (ONE, '{"m:one": {"entry": [{"id": "0A"}]}}', "pattern mismatch"),
    (ONE, '{"m:one": {"entry": [{"id": "ff"}]}}', "pattern mismatch"),
    (ONE, '{"m:one": {"entry": [{"id": "0a", "big": 7}]}}', "JSON type of uint64"),
    (ONE, '{"m:one": {"name": [1]}}', "JSON type of string"),
    (TWO, '{"m:two": {"size": 6}}', "range error"),
    (TWO, '{"m:two": {"size": "5"}}', "JSON type of uint8"),
    (TWO, '{"m:two": {"kind": "c"}}', "enum not defined"),
    (TWO, '{"m:two": {"on": "yes"}}', "JSON type of boolean"),
    ("-X POST $R/operations/m:none -d '{}'", None, "YANG has no m:none"),
    ("-X POST $R/operations/m:act -d '{\"m:input\": {}}'", None, "m:input lacks id"),
    ("-X POST $R/operations/m:stop -d '{\"m:input\": {}}'", None, "m:stop answers 204, not 200"),
    ("-X PUT $R/data/m:m/two -d '{\"m:two\": {}}'", None, "m:two lacks kind"),
)


@pytest.mark.parametrize("call, answer, words", FAULTS)
def test_an_example_that_does_not_fit_is_found(check, call, answer, words):
    says = f"200 OK\n\n{answer}" if answer else "200 OK"
    found = check(*ALL, (call, says))
    assert found and all(text.startswith("page.md:") for text in found), found
    assert any(words in text for text in found), found
