# SPDX-License-Identifier: Apache-2.0
"""Sends each example of RESTCONF in pages to the controller, and compares status and shape of
the answer with the page. The examples' network is topologies/campus.yaml, in real time.

    mn1 mn2 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2): mn1 mn3
        mn3 ))) wtp2 -------------+       +----- vap2 (WPA3): mn2
"""
import contextlib
import json
import pathlib
import re
import sys
import time

import pytest
from conftest import configuration, wait_for
from cloudmac_testbed import client, restconf, topology
from cloudmac_testbed.controller import credentials
from cloudmac_testbed.guest import basics, station, traffic
from cloudmac_testbed.settings import RUNTIME

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / ".ci"))

import documented_examples as examples  # noqa: E402
from cloudmac_docs.markdown import Page  # noqa: E402

ADDRESSES = "docs/develop/restconf.md"
REQUESTS = "testbed/examples/requests"
"""Folder with an example of each RPC and of each tree."""
BEGINS_ANEW = (ADDRESSES, f"{REQUESTS}/configuration.md")
"""Pages whose PUTs are answered with 201, so that nothing may be configured before them."""
PAGES = (
    ADDRESSES,
    f"{REQUESTS}/operations.md",
    # Leaves a policy and mobility in force, of which the state shows results.
    f"{REQUESTS}/configuration.md",
    f"{REQUESTS}/state.md",
)
"""Pages with examples, in the order in which these are sent."""
CONFIGURATION = "data/cloudmac:cloudmac"
APPEARS_S = 30
"""Time in which state of a change appears."""


def page(name):
    return Page(name, (TOP / name).read_text(encoding="utf-8"))


def examples_of(name):
    """Returns the examples of a page, in order."""
    found, problems = examples.read(page(name))
    assert problems == []
    return found


def all_examples():
    """Returns the examples of all pages, in order."""
    return [example for name in PAGES for example in examples_of(name)]


# --- what the pages say, without a lab ---------------------------------------


def test_all_pages_with_examples_are_sent():
    having = [
        str(path.relative_to(TOP))
        for folder in ("docs", REQUESTS)
        for path in (TOP / folder).rglob("*.md")
        if f"```{examples.REQUEST}\n" in path.read_text(encoding="utf-8")
    ]
    assert sorted(having) == sorted(PAGES)


def yang(module):
    return (TOP / f"cloudmac-api/src/main/yang/{module}.yang").read_text(encoding="utf-8")


def test_each_rpc_has_an_example_and_is_named_on_the_page():
    shown = {each.path for each in all_examples()}
    named = "\n".join(page(ADDRESSES).lines)
    for name in re.findall(r"^  rpc (\S+) {", yang("cloudmac"), re.MULTILINE):
        assert f"operations/cloudmac:{name}" in shown
        assert f"`{name}`" in named


@pytest.mark.parametrize("module", ["cloudmac", "cloudmac-state"])
def test_each_tree_has_an_example(module):
    shown = {each.path.partition("?")[0] for each in all_examples()}
    trees = re.findall(r"^    container (\S+) {", yang(module), re.MULTILINE)
    assert trees
    assert {tree for tree in trees if f"data/{module}:{module}/{tree}" not in shown} == set()


def test_the_page_sets_the_variables_of_the_examples():
    lines = page(ADDRESSES).lines
    for name, value in examples.VARIABLES.items():
        assert f"{name}={value}" in lines


def test_the_addresses_are_those_of_the_campus_topology():
    hosts = topology.load("campus").hosts
    text = "\n".join(page(ADDRESSES).lines)
    for name in ("vap1", "vap2"):
        assert f"| VAP `{name}`" in text and hosts[name].options["bssid"] in text
    for name in ("wtp1", "wtp2"):
        assert f"| WTP `{name}` | `{hosts[name].wired}` |" in text


GET = 'c "$S/wtps?content=nonconfig"\n'
OK = 'HTTP/1.1 200 OK\n\n{"a": [1]}\n'


def example(request=GET, answer=OK, info="http"):
    text = f"# Title\n\n```sh request\n{request}```\n\nProse.\n\n```{info}\n{answer}```\n"
    return examples.read(Page("page.md", text))


def test_a_request_is_read_as_the_shell_reads_it():
    (found,), problems = example()
    assert problems == []
    assert (found.method, found.line, found.body) == ("GET", 4, None)
    assert found.path == "data/cloudmac-state:cloudmac-state/wtps?content=nonconfig"
    assert (found.status, found.answer) == (200, {"a": [1]})
    (found,), _ = example(
        'c -X POST $R/operations/m:act -d \'{"m:input":\n  {"a": 1}}\'\n',
        "HTTP/1.1 204 No Content\n",
    )
    assert (found.method, found.path) == ("POST", "operations/m:act")
    assert (found.body, found.status, found.answer) == ({"m:input": {"a": 1}}, 204, None)


@pytest.mark.parametrize(
    "request_, answer, info, words",
    [
        ("curl $R/data\n", OK, "http", "a request is one call of c"),
        ("c $X/data\n", OK, "http", "is not below $R"),
        ("c -d '{' $R/data\n", OK, "http", "this is not JSON"),
        ("c -d 'x $R/data\n", OK, "http", "the shell cannot read it"),
        ("c -o file $R/data\n", OK, "http", "not -o"),
        (GET, "{}\n", "http", "begin with"),
        (GET, OK, "json", 'marked "http"'),
        (GET, "HTTP/1.1 200 OK\n\n{\n", "http", "this is not JSON"),
    ],
)
def test_a_malformed_example_is_a_problem(request_, answer, info, words):
    found, problems = example(request_, answer, info)
    assert found == [] and len(problems) == 1
    assert words in str(problems[0]) and str(problems[0]).startswith("page.md:4: ")


def test_answers_are_compared_by_members_and_types():
    real = {"a": {"b": 1, "more": 2}, "list": [{"k": "x"}, {"k": "y", "n": True}]}
    for documented, lacks in (
        ({"a": {"b": 7}}, []),
        ({"a": {}}, []),
        ({"list": [{"k": "other", "n": False}]}, []),
        ({"list": []}, []),
        ({"a": {"c": 1}}, ["/a/c is missing"]),
        ({"a": {"b": "1"}}, ["/a/b is 1, not of the type of '1'"]),
        ({"a": {"b": True}}, ["/a/b is 1, not of the type of True"]),
        ({"list": [{"z": 1}]}, ["/list/z is missing"]),
        ({"none": 1}, ["/none is missing"]),
    ):
        assert examples.missing(documented, real) == lacks
    assert examples.missing({"list": [1]}, {"list": []}) == ["/list has no entry"]


# --- in the lab ---------------------------------------------------------------


def send(method, path, body=None):
    """Sends a request as the page's function c does. Returns status and JSON, None if none."""
    import requests

    answer = requests.request(
        method,
        f"{restconf.BASE}/{path}",
        data=None if body is None else json.dumps(body),
        auth=credentials(RUNTIME),
        timeout=restconf.TIMEOUT_S,
        headers={"Content-Type": "application/yang-data+json"},
    )
    return answer.status_code, answer.json() if answer.content else None


def served():
    """Returns the WTP that serves each bound station: (BSSID, station) -> WTP."""
    bound = restconf.state("/stations").get("station", [])
    return {(each["bssid"], each["station"]): each["wtp"] for each in bound}


def is_as_configured():
    """Returns true if configured bindings of stations are in force and all rules installed."""
    whole = (configuration() or {}).get("cloudmac:cloudmac", {})
    wanted = whole.get("bindings", {}).get("station", [])
    now = served()
    flows = restconf.state("/flows").get("flow", [])
    return all(flow["state"] == "installed" for flow in flows) and all(
        now.get((each["bssid"], each["station"])) == each["wtp"] for each in wanted
    )


def settle(lab, after):
    """Waits until all stations are served, and the controller has done what is configured. after: what
    was done before, for the failure's text."""
    for host in lab.topology.of_kind("station"):
        name = host.name
        address = client.call(basics.gateway, name=name)
        wait_for(
            f"{name} to be served after {after}",
            lambda: client.call(traffic.ping, host=name, address=address, count=1)["lost"] == 0,
            60,
        )
    wait_for(f"the controller to do what is configured, after {after}", is_as_configured, 60)


def configure_nothing(lab):
    """Deletes the configuration, and waits until the stations are served without it."""
    with contextlib.suppress(restconf.Refused):
        restconf.request("DELETE", CONFIGURATION)
    settle(lab, "its configuration was deleted")


@pytest.fixture
def unconfigured(campus):
    """Yields the lab without configuration. Afterwards restores the configuration, and the WTP
    of each station."""
    before, stations = configuration(), served()
    configure_nothing(campus)
    yield campus
    configure_nothing(campus)
    now = served()
    for (bssid, address), wtp in stations.items():
        if now.get((bssid, address)) not in (None, wtp):
            restconf.operation("hand-over", bssid=bssid, station=address, wtp=wtp)
    if before is not None:
        restconf.request("PUT", CONFIGURATION, before)
    settle(campus, "the test")


def difference(example_):
    """Sends an example. Returns in what the answer differs, "" if in nothing.

    State appears some time after its cause: then the answer of a GET is read again."""
    deadline = time.monotonic() + APPEARS_S
    while True:
        status, answer = send(example_.method, example_.path, example_.body)
        if status != example_.status:
            found = f"status {status}, not {example_.status}: {answer}"
        elif example_.answer is None:
            found = "" if answer is None else f"a body: {answer}"
        else:
            found = "; ".join(examples.missing(example_.answer, answer))
        if not found or example_.method != "GET" or time.monotonic() > deadline:
            return found
        time.sleep(0.5)


@pytest.mark.controller
def test_documented_station_is_that_of_the_lab(campus):
    address = client.call(station.address, name="mn1")
    assert f"| station `mn1` of `vap1` | `{address}` |" in page(ADDRESSES).lines


@pytest.mark.controller
def test_each_example_is_answered_as_the_page_says(unconfigured):
    found = []
    for name in PAGES:
        if name in BEGINS_ANEW:
            configure_nothing(unconfigured)
        for each in examples_of(name):
            text = difference(each)
            if text:
                found.append(f"{name}:{each.line}: {each.method} {each.path}: {text}")
            if each.method != "GET":
                settle(unconfigured, f"{name}:{each.line}: {each.method} {each.path}")
    assert not found, "\n".join(found)
