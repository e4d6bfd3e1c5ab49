# SPDX-License-Identifier: Apache-2.0
"""Tables of the agent and of cloudmac-vap: the options from the code, what they mean from the
manual page. A generator fails if one lacks what the other has."""
import re

from . import mdoc
from .generated import Fault
from .tables import code, table

OPTIONS = "wtp-agent/config/config_options.c"
CONTROL_OPTIONS = "wtp-agent/config/config_control.c"  # of both daemons
METHODS = "wtp-agent/control/method_table.c"
METHOD_PAGES = ("docs/reference/agent-airtime.md", "docs/reference/agent-stations.md")
VAPD_OPTIONS = "wtp-agent/vapd/vapd_config.c"
VAPD_METHODS = "wtp-agent/vapd/vapd_method_table.c"
VAPD_MANUAL = "wtp-agent/vapd/cloudmac-vapd.8"
COUNTERS = "wtp-agent/base/counters.c"
MANUAL = "wtp-agent/cloudmac-wtp.8"
VAP_CODE = "vap-driver/cli/cloudmac-vap.c"
VAP_COUNTERS = "vap-driver/src/cloudmac_stats.h"
VAP_MANUAL = "vap-driver/man/cloudmac-vap.8"
OPTION = re.compile(r'\{ "([a-z-]+)", "([a-z-]+)", \w+ \}')
METHOD = re.compile(r'\{ "([a-z.]+)", (?:\.starter = )?(?:vapd_|rpc_)?method_\w+ \}')
LONG_OPTION = re.compile(r'\{ "([a-z-]+)", (?:required|no)_argument')
VAP_COUNTER = re.compile(r"X\((\w+)\)")
COUNTER = re.compile(r'\[DROP_\w+\] = "(\w+)"')


def compare(what, coded, documented):
    """Raises Fault if the names in the code and in the manual differ."""
    missing = [name for name in coded if name not in documented]
    extra = [name for name in documented if name not in coded]
    if missing:
        raise Fault(f"{what} lacks {', '.join(missing)}: describe it there")
    if extra:
        raise Fault(f"{what} describes {', '.join(extra)}, which the code does not have")


def options(tree, section):
    """Table of the options of a section of the agent's configuration."""
    return _options(tree, OPTIONS, MANUAL, section)


def vapd_options(tree, section):
    """Table of the options of a section of cloudmac-vapd's configuration."""
    return _options(tree, VAPD_OPTIONS, VAPD_MANUAL, section)


def _options(tree, source, page, section):
    text = tree.read(source) + tree.read(CONTROL_OPTIONS)
    coded = [key for group, key in OPTION.findall(text) if group == section]
    manual = mdoc.read(tree.read(page))
    title = next((each for each in manual if each.startswith(f"Section {section}")), None)
    if title is None:
        raise Fault(f"{page} has no section {section}")
    rows, documented = [], []
    for item in manual[title].items:
        names, values = _head(item)
        documented += names
        rows.append([", ".join(map(code, names)), values, item.text])
    compare(page, coded, documented)
    return table(["option", "value", "meaning"], rows)


def _head(item):
    """Returns the names and the value of an item as "Ic address Ar address , Ic port Ar port"."""
    names, values, kind = [], [], ""
    for word in item.macros.split():
        if word in mdoc.CALLABLE:
            kind = word
        elif word not in mdoc.PUNCTUATION:
            (values if kind == "Ar" else names).append(word)
    text = " ".join(values).replace(" | ", " or ")
    return names, text if text != " ".join(names) else ", ".join(values)


def methods(tree):
    """List of the methods of the control protocol, each with a link to its section."""
    pages = {path.rpartition("/")[2]: tree.read(path) for path in METHOD_PAGES}
    rows = []
    for name in method_names(tree):
        page = next((page for page, text in pages.items() if f"\n## {name}\n" in text), "")
        rows.append(f"* [`{name}`]({page}#{name.replace('.', '')})")
    return "\n".join(rows)


def method_names(tree, source=METHODS):
    return METHOD.findall(tree.read(source))


def vapd_methods(tree):
    """List of the methods of a VAP host's control protocol."""
    return "\n".join(f"* `{name}`" for name in method_names(tree, VAPD_METHODS))


def drops(tree):
    """Table of the reasons for which the agent drops frames."""
    coded = COUNTER.findall(tree.read(COUNTERS))
    rows, documented = [], []
    for item in mdoc.read(tree.read(MANUAL))["WHAT IS FORWARDED"].items:
        names = [word for word in item.head if word != ","]
        documented += names
        rows.append([", ".join(map(code, names)), item.text])
    compare(MANUAL, coded, documented)
    return table(["reason", "meaning"], rows)


def vap_counters(tree):
    """Table of the counters of a VAP's radio."""
    rows, documented = [], []
    for item in mdoc.read(tree.read(VAP_MANUAL))["COUNTERS"].items:
        names = [word for word in item.head if word != ","]
        documented += names
        rows.append([", ".join(map(code, names)), item.text])
    compare(VAP_MANUAL, VAP_COUNTER.findall(tree.read(VAP_COUNTERS)), documented)
    return table(["counter", "meaning"], rows)


def vap_options(tree):
    """Table of the verbs of cloudmac-vap and of their options."""
    rows, verb, documented = [], "", ["json"]
    for item in mdoc.read(tree.read(VAP_MANUAL))["DESCRIPTION"].items:
        word, *rest = item.head
        if item.macros.startswith("Cm"):
            verb = word
            rows.append([code(verb), "", item.text])
        else:
            documented.append(word.lstrip("-"))
            rows.append([code(verb), f"`-{word}` {' '.join(rest)}", item.text])
    compare(VAP_MANUAL, LONG_OPTION.findall(tree.read(VAP_CODE)), documented)
    return table(["verb", "option", "meaning"], rows)


def exit_status(tree, path):
    """The exit statuses of a manual page."""
    return mdoc.read(tree.read(path))["EXIT STATUS"].lines[0]


GENERATORS = {
    "agent-options": options,
    "agent-methods": methods,
    "agent-drops": drops,
    "vapd-options": vapd_options,
    "vapd-methods": vapd_methods,
    "vap-counters": vap_counters,
    "vap-options": vap_options,
    "exit-status": exit_status,
}
