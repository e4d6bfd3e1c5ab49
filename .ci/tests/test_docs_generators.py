# SPDX-License-Identifier: Apache-2.0
"""The generators of reference pages: they read their sources, and refuse what they cannot."""
import json

import pytest
from cloudmac_docs import agent, console, mdoc, topologies, verbs, wire, yang_tables
from cloudmac_docs.generated import Fault, generators
from cloudmac_docs.markdown import Page
from cloudmac_docs.tree import Tree

TYPES = """
module types {
  prefix t;
  typedef rate {
    type uint32 { range "1..10 | 20"; }
    units "kbit/s";
    default "5";
    description "A rate; or none.";
  }
  typedef mac { type string { pattern '[0-9a-f]{2}'; } }
}
"""
MODEL = """
// a comment
module model {
  prefix m;
  import types { prefix t; }
  grouping common {
    leaf rate { type t:rate; description "Of the " + "link | port."; }
    leaf on { type boolean; }
  }
  container model {
    /* another { comment */
    list entry {
      key "id";
      leaf id { type t:mac; description "Names it."; }
      uses common { refine "on" { default "true"; } }
      choice which {
        case a { leaf first { type string { length "1..63"; } } }
        leaf-list second { type enumeration { enum x { description "The x."; } enum y; } }
      }
      leaf seen { config false; type string; }
    }
  }
  rpc act { description "Acts."; input { uses common; } output { leaf done { type boolean; } } }
  notification acted { description "It acted."; leaf id { type t:mac; } }
  augment "/o:other/o:node" { description "More."; leaf more { type string; config false; } }
}
"""


class Texts:
    """A tree of texts by name."""

    def __init__(self, **texts):
        self.texts = texts
        self.files = sorted(texts)

    def read(self, name):
        return self.texts[name]


@pytest.fixture(name="models")
def _models():
    folder = "cloudmac-api/src/main/yang"
    return Texts(**{f"{folder}/types.yang": TYPES, f"{folder}/model@2026-01-01.yang": MODEL})


def rows(text):
    return [line for line in text.splitlines() if line.startswith("| ")][1:]


def test_settings_come_from_yang(models):
    assert rows(yang_tables.settings(models, "model:model")) == [
        "| `entry=ID` | list | | |",
        "| `entry/id` | mac | mandatory | Names it. |",
        "| `entry/rate` | 1 to 10, 20 kbit/s | `5` | Of the link \\| port. |",
        "| `entry/on` | boolean | `true` | |",
        "| `entry/first` | string of 1 to 63 characters | | |",
        "| `entry/second` | any number of: `x`, `y` | | `x`: The x. |",
        "| `entry/seen` | string | | |",
    ]
    assert len(rows(yang_tables.settings(models, "model:model without entry"))) == 0


def test_operations_and_notifications_come_from_yang(models):
    operation = yang_tables.operation(models, "model act")
    assert operation.startswith("Acts.\n")
    assert "| output | `done` | boolean | | |" in rows(operation)
    with pytest.raises(Fault, match="no rpc none in module model"):
        yang_tables.operation(models, "model none")
    assert "### acted\n\nIt acted.\n" in yang_tables.notifications(models, "model")
    augments = yang_tables.augments(models, "model")
    assert "### other/node" in augments and "| `more` | string | state | |" in augments
    assert rows(yang_tables.types(models, "types"))[0] == (
        "| `rate` | uint32 | 1 to 10, 20 kbit/s | A rate; or none. |"
    )


@pytest.mark.parametrize("path", ["model:other", "other:model", "model:model/none"])
def test_a_path_that_yang_does_not_have_is_refused(models, path):
    with pytest.raises(Fault, match=f"no {path} in the YANG modules"):
        yang_tables.state(models, path)


OPTIONS = '{ "radio", "phy", set_phy },\n{ "radio", "queue", set_queue },\n'
MANUAL = """.Sh CONFIGURATION
.Ss Section radio , one for each
.Bl -tag -width Ds
.It Ic phy Ar name
The radio, as
.Xr iw 8
shows it:
.Cm a , b
or
.Cm c .
.It Ic queue Ar number
Frames, see
.Ic phy .
.El
.Sh EXIT STATUS
0 on success.
"""


def agent_files(options, page=agent.MANUAL, source=agent.OPTIONS):
    """The sources of a daemon's options."""
    return Texts(**{source: options, agent.CONTROL_OPTIONS: "", page: MANUAL})


def test_options_come_from_code_and_manual():
    tree = agent_files(OPTIONS)
    assert rows(agent.options(tree, "radio")) == [
        "| `phy` | name | The radio, as iw(8) shows it: `a`, `b` or `c`. |",
        "| `queue` | number | Frames, see `phy`. |",
    ]
    assert agent.exit_status(tree, agent.MANUAL) == "0 on success."


def test_an_option_without_description_is_refused():
    more = OPTIONS + '{ "radio", "new", set_new },\n'
    with pytest.raises(Fault, match="lacks new: describe it there"):
        agent.options(agent_files(more), "radio")
    less = OPTIONS.splitlines()[0]
    with pytest.raises(Fault, match="describes queue, which the code does not have"):
        agent.options(agent_files(less), "radio")


def test_options_of_all_daemons_are_in_each_manual():
    phy, queue = OPTIONS.splitlines()
    tree = agent_files(phy, agent.VAPD_MANUAL, agent.VAPD_OPTIONS)
    tree.texts[agent.CONTROL_OPTIONS] = queue
    assert len(rows(agent.vapd_options(tree, "radio"))) == 2


def test_macros_of_manual_pages_become_markdown():
    for macros, text in (
        ("Ql key = value", "`key = value`"),
        ("Ql urn:x: Ns Ar id ;", "`urn:x:id`;"),
        ("Fl -json", "`--json`"),
        ("Va tx , rx", "`tx`, `rx`"),
        ("Xr hostapd 8 .", "hostapd(8)."),
    ):
        assert mdoc.inline(macros) == text


COMMAND = """
@Command(scope = "cloudmac", name = "bind", description = "Binds a VAP (or "
    + "station)")
final class BindCommand {
    @Option(name = "-n", aliases = "--lines", description = "Lines, at most")
    private int lines = 20;
    @Option(name = "--json", description = "Print JSON")
    private boolean json;
    @Argument(index = 1, name = "wtp", required = true, multiValued = true, description = "WTPs")
    private List<String> wtps;
    @Argument(index = 0, name = "bssid", description = "The VAP")
    private String bssid;
}
"""


def test_console_commands_come_from_annotations():
    tree = Texts(**{"x/main/BindCommand.java": COMMAND})
    text = console.commands(tree, "cloudmac")
    assert "## cloudmac:bind\n\nBinds a VAP (or station).\n" in text
    assert "    cloudmac:bind [OPTION...] [BSSID] WTP...\n" in text
    assert rows(text) == [
        "| `BSSID` | The VAP | |",
        "| `WTP` | WTPs | |",
        "| `-n`, `--lines` | Lines, at most | `20` |",
        "| `--json` | Print JSON | |",
    ]
    with pytest.raises(Fault, match="no command of scope ovsdb"):
        console.commands(tree, "ovsdb")


def test_help_that_fails_is_refused(tmp_path):
    (tmp_path / "fails").write_text("#!/bin/sh\necho broken\nexit 1\n")
    (tmp_path / "fails").chmod(0o755)
    tree = Tree()
    tree.top = tmp_path
    with pytest.raises(Fault, match="./fails --help fails: broken"):
        verbs.usage(tree, "./fails")


def test_a_key_of_topologies_without_description_is_refused():
    with pytest.raises(Fault, match="no description of new"):
        topologies.described("new", topologies.MEANINGS)


def test_numbers_of_topologies_come_from_the_code_that_checks_them():
    found = topologies.numbers(Tree())
    assert found["radios"] == (1, 1, 16) and found["delay_us"] == (0, 0, 10_000_000)


def test_an_unknown_vector_is_refused():
    with pytest.raises(Fault, match="no vector none"):
        wire.vector(Tree(), "none")


def test_each_method_of_the_agent_has_its_section():
    pages = [
        Page("page", Tree().read(f"docs/reference/agent-{name}.md"))
        for name in ("control", "airtime", "stations")
    ]
    sections = [text for page in pages for _, text in page.headings]
    methods = agent.method_names(Tree())
    assert len(methods) > 5
    assert [name for name in methods if name not in sections] == []
    blocks = [block for page in pages for block in page.blocks]
    objects = [json.loads(block.text) for block in blocks if block.info == "json"]
    assert {each.get("method") for each in objects} - {None, "signal.report"} == set(methods)
    assert len([each for each in objects if "result" in each]) == len(methods)


def test_all_generators_have_names():
    assert {"settings", "usage", "agent-options", "topology-keys", "console"} <= set(generators())
