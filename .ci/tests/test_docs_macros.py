# SPDX-License-Identifier: Apache-2.0
"""What the pages' macros make of the tree's sources."""
import re

import bs4
import pytest
from cloudmac_docs import console, hooks, macros, manuals, programs, texts, topologies, yang
from cloudmac_docs.tree import TOP


def test_every_macro_of_a_page_exists():
    known = macros.macros()
    for page in (TOP / "docs").rglob("*.md"):
        for name in re.findall(r"\{\{ (\w+)\(", page.read_text(encoding="utf-8")):
            assert name in known, page


def test_settings_have_values_defaults_and_meaning():
    made = yang.settings("cloudmac:cloudmac")
    assert "### mobility\n" in made
    assert "`hysteresis`: 0 to 60 dB, default `6`\n:   Minimum signal" in made
    assert "`vap/bssid`: bssid, mandatory\n" in made
    assert "`source`: `reports`, `samples`, `both`, default `reports`\n" in made
    assert "`reports`: Reports that WTPs send" in made, "values of the leaf itself are explained"
    assert "`vap/hysteresis`: 0 to 60 dB\n" in made, "the default is the one above"


def test_state_operations_notifications_augments_and_types():
    assert "`wtp`: list by `id`\n" in yang.state("cloudmac-state:cloudmac-state")
    assert yang.state("cloudmac-learned:cloudmac-learned").startswith("### cloudmac-learned\n")
    made = yang.operations("cloudmac")
    assert "Input:\n\n`bssid`: bssid, mandatory\n" in made and "Output:\n\n`from`: wtp-id" in made
    assert "htb/" not in made, "settings list the parameters of strategies"
    assert "### wtp-up\n" in yang.notifications("cloudmac")
    made = yang.augments("cloudmac-ovsdb")
    assert "### termination-point\n" in made and "`link-speed`: uint64 bit/s, state\n" in made
    assert "`airtime-weight`: 16 to 4096\n" in yang.typedefs("cloudmac-types")
    with pytest.raises(KeyError, match="no cloudmac:cloudmac/nothing"):
        yang.find("cloudmac:cloudmac/nothing")


def test_a_faulty_module_is_refused(tmp_path):
    folder = tmp_path / yang.FOLDERS[0]
    folder.mkdir(parents=True)
    text = "module m { namespace u; prefix m; leaf a { type nothing; } }"
    (folder / "m.yang").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="nothing"):
        yang.modules(tmp_path)


def test_console_commands_have_arguments_and_options(tmp_path):
    assert "`cloudmac:bind BSSID WTP...`\n:   Binds a VAP" in console.console()
    assert "`-n, --lines`: Maximum number" in console.console()
    assert "(default `20`)" in console.console()
    with pytest.raises(ValueError, match="no command"):
        console.console(tmp_path)


def test_help_is_what_the_program_prints():
    made = programs.help_text("./cloudmac docs")
    assert made.startswith("```text\nusage: ./cloudmac docs") and made.endswith("\n```\n")
    assert str(TOP) not in made


LITERAL = re.compile(r"\b_?(?:exit|return)[ (](\d+)\b")


@pytest.mark.parametrize(
    "command, source",
    [
        ("./cloudmac", "cloudmac"),
        ("./cloudmac check", ".ci/cloudmac_check/main.py"),
        ("./cloudmac docs", ".ci/cloudmac_docs/main.py"),
        ("./cloudmac lab", "testbed/cloudmac_testbed/__main__.py"),
        ("karaf/src/main/assembly/bin/cloudmac-setup", ""),
        ("karaf/src/main/assembly/bin/cloudmac-cluster", ""),
        ("./pki/cloudmac-pki", ""),
    ],
)
def test_a_help_states_each_exit_status(command, source):
    stated = re.search(r"^exit status: .*", programs.help_text(command), re.MULTILINE | re.DOTALL)
    text = (TOP / (source or command)).read_text(encoding="utf-8")
    missing = set(LITERAL.findall(text)) - set(re.findall(r"\b\d+\b", stated[0]))
    assert not missing, f"{command} --help does not state exit status {missing}"


WTP, VAPD = "wtp-agent/cloudmac-wtp.8", "vapd/cloudmac-vapd.8"
CPP = "packet-node/cloudmac-cpp.8"
VAP = "vap-driver/man/cloudmac-vap.8"
CONTROL = "daemon/config/config_control.c"
OPTION = r'\{ "[a-z-]+", "([a-z-]+)", \w+ \}'
METHOD = (
    r'\{ "([a-z.]+)", (?:\.starter = )?(?:cpp_|vapd_|rpc_)?method_\w+(?:, \.is_order = true)? \}'
)


@pytest.mark.parametrize(
    "document, sources, pattern",
    [
        (WTP, ["wtp-agent/config/config_options.c", CONTROL], OPTION),
        (WTP, ["daemon/base/counters.c"], r'\[DROP_\w+\] = "(\w+)"'),
        (VAPD, ["vapd/vapd_config.c", CONTROL], OPTION),
        (CPP, ["packet-node/cpp_config.c", CONTROL], OPTION),
        (VAP, ["vap-driver/src/cloudmac_stats.h"], r"X\((\w+)\)"),
        (VAP, ["vap-driver/cli/cloudmac-vap.c"], r'\{ "([a-z-]+)", (?:required|no)_argument'),
        ("wtp-agent/CONTROL.md", ["wtp-agent/control/method_table.c"], METHOD),
        ("vapd/CONTROL-VAPD.md", ["vapd/vapd_method_table.c"], METHOD),
        ("packet-node/CONTROL-CPP.md", ["packet-node/control/method_table.c"], METHOD),
    ],
)
def test_each_name_of_the_code_is_explained(document, sources, pattern):
    code = "".join((TOP / name).read_text(encoding="utf-8") for name in sources)
    names = set(re.findall(pattern, code))
    assert names, "the pattern fits the code"
    text = (TOP / document).read_text(encoding="utf-8")
    if document.endswith(".8"):
        page = bs4.BeautifulSoup(manuals.manual(document), "lxml")
        terms = " ".join(each.text for each in page.select("dt") + page.select("p code.Fl"))
        explained = {word.strip(",").lstrip("-") for word in terms.split()}
    else:
        explained = set(re.findall(r"^\| `([a-z.]+)` \|", text, re.MULTILINE))
    assert names - explained == set(), f"{document} lacks them"


def test_a_manual_page_has_headings_anchors_and_definitions():
    made = manuals.manual(VAPD, 3)
    assert "\n### Exit status {: #cloudmac-vapd-exit-status }\n" in made
    assert "\n#### Section control {: #cloudmac-vapd-section-control }\n" in made
    assert '<dt id="cloudmac-vapd-clock-floor">' in made
    assert 'href="#cloudmac-vapd-clock"' in made, "links lead to its own sections"
    assert "### Name" not in made and "### See also" not in made


def test_an_included_text_loses_its_title_and_links_out_of_the_site(tmp_path):
    links = "[a](docs/x.md#y) [b](../docs/z.md) [c](other.c) [d](https://example.org)"
    (tmp_path / "A.md").write_text(f"# Title\n\n## Part\n\n{links}\n", encoding="utf-8")
    made = texts.include("A.md", 1, tmp_path)
    assert made.strip().startswith("### Part")
    assert "[a](../x.md#y) [b](../z.md) c [d](https://example.org)" in made


def test_a_vector_is_shown_by_offset():
    assert "\n0010  " in texts.vector("downlink-beacon")


def test_topologies_have_a_meaning_for_each_key():
    assert "| `radios` | number of radios | 1 to 16 | `1` |" in topologies.keys()
    assert "| `wtps` |" in topologies.sections() and "| `campus` |" in topologies.known()
    assert "`exponent`" in topologies.medium()


def test_marked_blocks_are_blocks_on_the_site():
    page = "```sh tested\ntrue\n```\n    ```text  answer\n```sh\n"
    assert hooks.on_page_markdown(page) == "```sh\ntrue\n```\n    ```text\n```sh\n"
