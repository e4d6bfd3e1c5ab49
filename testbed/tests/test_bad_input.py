# SPDX-License-Identifier: Apache-2.0
"""Sends wrong requests by RESTCONF: each gets a 4xx with a reason, and changes nothing. Real
time, with the controller.

    mn ))) wtp1 --- swa === swb --- vap
"""
import pytest
from conftest import configuration
from cloudmac_testbed import restconf

pytestmark = pytest.mark.controller
PORTS = (
    "data/opendaylight-inventory:nodes?content=nonconfig"
    "&fields=node(id;node-connector(id;flow-node-inventory:current-speed;flow-node-inventory:state))"
)
BSSID = "02:43:4d:a0:00:01"
WTP = "02:43:4d:02:01:00"
STATION = "02:00:00:00:00:00"


@pytest.mark.parametrize(
    "method, path, body, says",
    [
        ("POST", "operations/cloudmac:apply-qos", {"input": {"type": "best"}}, "best"),
        ("POST", "operations/cloudmac:apply-qos", {"input": {}}, "type"),
        ("POST", "operations/cloudmac:bind", {"input": {}}, "bssid"),
        ("POST", "operations/cloudmac:bind", {"input": {"bssid": BSSID}}, "wtp"),
        ("POST", "operations/cloudmac:unbind", {"input": {}}, "bssid"),
        ("POST", "operations/cloudmac:hand-over", {"input": {"bssid": BSSID}}, "station"),
        ("POST", "operations/cloudmac:set-radio", {"input": {"rate": 11000}}, "bssid"),
        (
            "POST",
            "operations/cloudmac:apply-qos",
            {"input": {"type": "htb", "link-rate": "0"}},
            "0",
        ),
        (
            "POST",
            "operations/cloudmac:apply-qos",
            {"input": {"type": "htb", "link-rate": "100000000000"}},
            "rate",
        ),
        (
            "POST",
            "operations/cloudmac:apply-qos",
            {"input": {"type": "htb", "port": ["nowhere"]}},
            "openflow:<datapath id>",
        ),
        (
            "POST",
            "operations/cloudmac:apply-qos",
            {"input": {"type": "codel", "codel": {"target": 200000, "interval": 100}}},
            "interval",
        ),
        (
            "POST",
            "operations/cloudmac:bind",
            {"input": {"bssid": BSSID, "wtp": ["02:00:00:00:00:99"]}},
            "02:00:00:00:00:99",
        ),
        (
            "POST",
            "operations/cloudmac:bind",
            {"input": {"bssid": "01:00:5e:00:00:01", "wtp": [WTP]}},
            "01:00:5e",
        ),
        (
            "POST",
            "operations/cloudmac:bind",
            {"input": {"bssid": "ff:ff:ff:ff:ff:ff", "wtp": [WTP]}},
            "ff:ff",
        ),
        (
            "POST",
            "operations/cloudmac:bind",
            {"input": {"bssid": "nonsense", "wtp": [WTP]}},
            "nonsense",
        ),
        (
            "POST",
            "operations/cloudmac:hand-over",
            {"input": {"bssid": BSSID, "station": STATION, "wtp": "02:00:00:00:00:99"}},
            "02:00:00:00:00:99",
        ),
        (
            "PUT",
            "data/cloudmac:cloudmac/vaps/vap=01%3A00%3A5e%3A00%3A00%3A01",
            {"cloudmac:vap": [{"bssid": "01:00:5e:00:00:01"}]},
            "",
        ),
        (
            "PATCH",
            "data/cloudmac:cloudmac",
            {
                "cloudmac:cloudmac": {
                    "vaps": {
                        "vap": [{"bssid": "02:00:00:00:12:34"}, {"bssid": "06:00:00:00:12:34"}]
                    }
                }
            },
            "12:34",
        ),
        (
            "PATCH",
            "data/cloudmac:cloudmac",
            {
                "cloudmac:cloudmac": {
                    "qos": {"policy": [{"name": "p", "type": "htb", "link-rate": "0"}]}
                }
            },
            "0",
        ),
        (
            "PATCH",
            "data/cloudmac:cloudmac",
            {
                "cloudmac:cloudmac": {
                    "bindings": {
                        "station": [
                            {"bssid": BSSID, "station": STATION, "wtp": "02:00:00:00:00:99"}
                        ]
                    }
                }
            },
            "02:00:00:00:00:99",
        ),
    ],
)
def test_wrong_request_is_refused(live, method, path, body, says):
    before = configuration()
    try:
        answer = restconf.request(method, path, body)
    except restconf.Refused as refused:
        assert 400 <= refused.status < 500
        assert says in str(refused)
    else:
        ports = restconf.request("GET", PORTS)
        pytest.fail(f"accepted: {answer}; the switches' ports are {ports}")
    assert configuration() == before


def test_wrong_password_is_refused(live, monkeypatch):
    # Undone here, as the lab's own check afterwards needs the right password.
    with monkeypatch.context() as wrong, pytest.raises(restconf.Refused) as refused:
        wrong.setattr(restconf, "credentials", lambda run: ("admin", "admin"))
        restconf.state()
    assert refused.value.status == 401
