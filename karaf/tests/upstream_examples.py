# SPDX-License-Identifier: Apache-2.0
"""Holds the examples of OpenDaylight's OVSDB user guide and Postman collections.

Paths and JSON keys are upstream's (github.com/opendaylight/ovsdb, docs/ovsdb-user-guide.rst and
resources/commons), in the form of RESTCONF draft 02. ``rfc8040`` converts the paths. Bodies are
unchanged: members without a module name, quoted numbers, and the module name at every step of an
instance identifier. In paths, RFC 8040 requires the module name if it differs from the parent's:
``ovsdb:qos-entry``.

One difference is intended. A port without ``interface-type`` stays pending until someone else
creates it, while upstream creates a port of type system. A port that the controller created
remains its own if ``interface-type`` is removed.

Two of upstream's examples use an older model than upstream ships. Their ``queue-uuid`` in a QoS
entry's queue-list and ``qos`` in a port are ``queue-ref`` and ``qos-entry`` in ovsdb@2015-01-05.
"""
import dataclasses
import re

LISTS = ("topology", "node", "termination-point", "ovsdb:queues", "ovsdb:qos-entries") + (
    "queue-list",
    "qos-entry",
)
SWITCH = "ovsdb://HOST1"
# Instance identifiers in upstream's notation.
ROOT = (
    "/network-topology:network-topology/network-topology:topology[network-topology:topology-id='ovsdb:1']"
    f"/network-topology:node[network-topology:node-id='{SWITCH}']"
)
QUEUE_REF = f"{ROOT}/ovsdb:queues[ovsdb:queue-id='QUEUE-1']"
QOS_REF = f"{ROOT}/ovsdb:qos-entries[ovsdb:qos-id='QOS-1']"
NODE = "node/ovsdb:%2F%2FHOST1"
BRIDGE = f"{NODE}%2Fbridge%2Fbrtest"
PORT = f"{BRIDGE}/termination-point/testport"
QUEUE = f"{NODE}/ovsdb:queues/QUEUE-1"
QOS = f"{NODE}/ovsdb:qos-entries/QOS-1"


@dataclasses.dataclass
class UpstreamExample:
    """A request, the switch's rows afterwards, and the operational data afterwards.

    ``rows``: output of ovs-vsctl by its arguments; None if there is no such row.
    ``shown``: a part of the reply to a GET of ``path``, with Ellipsis for any value; None for
    status 409 or 404.
    """

    name: str
    method: str
    path: str
    body: object = None
    rows: dict = dataclasses.field(default_factory=dict)
    shown: object = dataclasses.field(default_factory=dict)


def rfc8040(path):
    """Return a path below the topology in the form of RFC 8040.

    >>> rfc8040("node/ovsdb:%2F%2FH/ovsdb:queues/Q-1/")
    'node=ovsdb%3A%2F%2FH/ovsdb:queues=Q-1'
    """
    steps, done = path.strip("/").split("/"), []
    while steps:
        step = steps.pop(0)
        name = "ovsdb:qos-entry" if step == "qos-entry" else step
        done.append(
            f"{name}={steps.pop(0).replace(':', '%3A')}" if step in LISTS and steps else name
        )
    return "/".join(done)


def matches(expected, found):
    """Return true if ``found`` contains ``expected``. Lists may be in another order."""
    if expected is ...:
        return found is not None
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            matches(value, found.get(key)) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return isinstance(found, list) and all(
            any(matches(one, other) for other in found) for one in expected
        )
    if isinstance(expected, re.Pattern):
        return bool(expected.search(str(found)))
    return expected == found


def bridge(members):
    return {
        "network-topology:node": [
            {
                "node-id": f"{SWITCH}/bridge/brtest",
                "ovsdb:bridge-name": "brtest",
                **members,
                "ovsdb:managed-by": ROOT,
            }
        ]
    }


def port(members):
    return {
        "network-topology:termination-point": [
            {"ovsdb:name": "testport", "tp-id": "testport", **members}
        ]
    }


def pair(prefix, key, value):
    return [{f"{prefix}-key": key, f"{prefix}-value": value}]


QUEUE_1 = {
    "queue-id": "QUEUE-1",
    "dscp": 25,
    "queues-other-config": pair("queue-other-config", "max-rate", "3600000"),
}
QOS_1 = {
    "qos-id": "QOS-1",
    "qos-type": "ovsdb:qos-type-linux-htb",
    "qos-other-config": pair("other-config", "max-rate", "4400000"),
}
# The collection's node with a queue and a QoS entry of other values.
BOTH = {
    "node-id": SWITCH,
    "ovsdb:qos-entries": [
        {
            **QOS_1,
            "qos-other-config": pair("other-config", "max-rate", "3300000"),
            "queue-list": [{"queue-number": "0", "queue-ref": QUEUE_REF}],
        }
    ],
    "ovsdb:queues": [
        {
            "queue-id": "QUEUE-1",
            "dscp": 51,
            "queues-other-config": pair("queue-other-config", "max-rate", "1230000")
            + pair("queue-other-config", "min-rate", "1000000"),
            "queues-external-ids": pair("queues-external-id", "Big", "Dog"),
        }
    ],
}
THE_QUEUE = "--bare --columns=dscp,external_ids,other_config list Queue"
THE_QOS = "--bare --columns=type,external_ids,other_config list QoS"

NODES = [
    UpstreamExample(
        "a switch that connects",
        "GET",
        NODE,
        shown={
            "network-topology:node": [
                {
                    "node-id": SWITCH,
                    "ovsdb:openvswitch-external-ids": [
                        {
                            "external-id-key": "opendaylight-iid",
                            "external-id-value": re.compile("HOST1"),
                        }
                    ],
                    "ovsdb:connection-info": {
                        "local-ip": "192.0.2.1",
                        "remote-port": ...,
                        "remote-ip": "192.0.2.2",
                        "local-port": 6640,
                    },
                    "ovsdb:ovs-version": "2.3.1-git4750c96",
                    "ovsdb:manager-entry": [
                        {
                            "target": "tcp:192.0.2.1:6640",
                            "connected": True,
                            "number_of_connections": 1,
                        }
                    ],
                }
            ]
        },
    )
]

QUEUES = [
    UpstreamExample(
        "create a queue",
        "PUT",
        QUEUE,
        {"ovsdb:queues": [QUEUE_1]},
        {THE_QUEUE: "25\nopendaylight-queue-id=QUEUE-1\nmax-rate=3600000"},
        {
            "ovsdb:queues": [
                {
                    **QUEUE_1,
                    "queues-external-ids": pair(
                        "queues-external-id", "opendaylight-queue-id", "QUEUE-1"
                    ),
                    "queue-uuid": ...,
                }
            ]
        },
    ),
    UpstreamExample(
        "create a QoS entry with a queue",
        "PUT",
        QOS,
        {
            "ovsdb:qos-entries": [
                {**QOS_1, "queue-list": [{"queue-number": "0", "queue-ref": QUEUE_REF}]}
            ]
        },
        {THE_QOS: "linux-htb\nopendaylight-qos-id=QOS-1\nmax-rate=4400000"},
        {
            "ovsdb:qos-entries": [
                {
                    **QOS_1,
                    "queue-list": [{"queue-number": 0, "queue-ref": ...}],
                    "qos-external-ids": pair("qos-external-id", "opendaylight-qos-id", "QOS-1"),
                    "qos-uuid": ...,
                }
            ]
        },
    ),
    UpstreamExample(
        "remove a queue from a QoS entry",
        "DELETE",
        f"{QOS}/queue-list/0",
        rows={"--bare --columns=queues list QoS": ""},
        shown=None,
    ),
    UpstreamExample("delete a queue", "DELETE", QUEUE, rows={"list Queue": ""}, shown=None),
    UpstreamExample("delete a QoS entry", "DELETE", QOS, rows={"list QoS": ""}, shown=None),
    UpstreamExample(
        "create a QoS entry and its queue with the node",
        "PUT",
        NODE,
        {"network-topology:node": [BOTH]},
        {
            THE_QUEUE: "51\nBig=Dog opendaylight-queue-id=QUEUE-1\nmax-rate=1230000 min-rate=1000000",
            THE_QOS: "linux-htb\nopendaylight-qos-id=QOS-1\nmax-rate=3300000",
        },
        {
            "network-topology:node": [
                {
                    "ovsdb:queues": [
                        {
                            "queue-id": "QUEUE-1",
                            "dscp": 51,
                            "queues-external-ids": pair("queues-external-id", "Big", "Dog"),
                        }
                    ],
                    "ovsdb:qos-entries": [{"qos-id": "QOS-1", "queue-list": [{"queue-number": 0}]}],
                }
            ]
        },
    ),
]

BRIDGES = [
    UpstreamExample(
        "create a bridge",
        "PUT",
        BRIDGE,
        bridge({"ovsdb:protocol-entry": [{"protocol": "ovsdb:ovsdb-bridge-protocol-openflow-13"}]}),
        {"--bare --columns=name,protocols list Bridge brtest": "brtest\nOpenFlow13"},
        {
            "network-topology:node": [
                {
                    "node-id": f"{SWITCH}/bridge/brtest",
                    "ovsdb:bridge-name": "brtest",
                    "ovsdb:datapath-type": "ovsdb:datapath-type-system",
                    "ovsdb:managed-by": ...,
                    "ovsdb:protocol-entry": [
                        {"protocol": "ovsdb:ovsdb-bridge-protocol-openflow-13"}
                    ],
                    "ovsdb:bridge-uuid": ...,
                    "termination-point": [
                        {
                            "tp-id": "brtest",
                            "ovsdb:port-uuid": ...,
                            "ovsdb:interface-type": "ovsdb:interface-type-internal",
                            "ovsdb:interface-uuid": ...,
                            "ovsdb:name": "brtest",
                        }
                    ],
                }
            ]
        },
    ),
    UpstreamExample(
        "bridge is marked as configured",
        "GET",
        BRIDGE,
        shown={
            "network-topology:node": [
                {
                    "ovsdb:bridge-external-ids": [
                        {
                            "bridge-external-id-key": "opendaylight-iid",
                            "bridge-external-id-value": re.compile("HOST1/bridge/brtest"),
                        }
                    ]
                }
            ]
        },
    ),
    UpstreamExample(
        "set a bridge's controller",
        "PUT",
        BRIDGE,
        bridge({"ovsdb:controller-entry": [{"target": "tcp:192.0.2.1:6653"}]}),
        {"get-controller brtest": "tcp:192.0.2.1:6653"},
        {
            "network-topology:node": [
                {
                    "ovsdb:controller-entry": [
                        {
                            "target": "tcp:192.0.2.1:6653",
                            "is-connected": False,
                            "controller-uuid": ...,
                        }
                    ]
                }
            ]
        },
    ),
    UpstreamExample(
        "set a bridge's datapath id, protocol and controller",
        "PUT",
        BRIDGE,
        bridge(
            {
                "ovsdb:datapath-id": "00:00:b2:bf:48:25:f2:4b",
                "ovsdb:protocol-entry": [{"protocol": "ovsdb:ovsdb-bridge-protocol-openflow-13"}],
                "ovsdb:controller-entry": [{"target": "tcp:11.11.11.11:6633"}],
            }
        ),
        {
            "get-controller brtest": "tcp:11.11.11.11:6633",
            "get Bridge brtest protocols": "[OpenFlow13]",
            "get Bridge brtest other_config:datapath-id": '"0000b2bf4825f24b"',
        },
        {"network-topology:node": [{"ovsdb:protocol-entry": ...}]},
    ),
    UpstreamExample(
        "set a bridge's fail mode, STP, external ids and other settings",
        "PUT",
        BRIDGE,
        bridge(
            {
                "ovsdb:fail-mode": "ovsdb:ovsdb-fail-mode-secure",
                "ovsdb:stp_enable": False,
                "ovsdb:datapath-type": "ovsdb:datapath-type-netdev",
                "ovsdb:bridge-external-ids": pair("bridge-external-id", "Big", "Dog"),
                "ovsdb:bridge-other-configs": pair(
                    "bridge-other-config", "mac-table-size", "50000"
                ),
            }
        ),
        {
            "get-fail-mode brtest": "secure",
            "get Bridge brtest stp_enable": "false",
            "get Bridge brtest datapath_type": "netdev",
            "get Bridge brtest external_ids:Big": "Dog",
            "get Bridge brtest other_config:mac-table-size": '"50000"',
        },
        {
            "network-topology:node": [
                {
                    "ovsdb:fail-mode": "ovsdb:ovsdb-fail-mode-secure",
                    "ovsdb:stp_enable": False,
                    "ovsdb:datapath-type": "ovsdb:datapath-type-netdev",
                    "ovsdb:bridge-external-ids": pair("bridge-external-id", "Big", "Dog"),
                    "ovsdb:bridge-other-configs": pair(
                        "bridge-other-config", "mac-table-size", "50000"
                    ),
                }
            ]
        },
    ),
    UpstreamExample(
        "a port without a type stays pending",
        "PUT",
        f"{BRIDGE}/termination-point/others/",
        {"network-topology:termination-point": [{"ovsdb:name": "others", "tp-id": "others"}]},
        {"list-ports brtest": ""},
        {
            "network-topology:termination-point": [
                {
                    "tp-id": "others",
                    "cloudmac-ovsdb:programming": {
                        "state": "pending",
                        "error-code": "no such port",
                    },
                }
            ]
        },
    ),
    UpstreamExample(
        "create a VXLAN port in a VLAN",
        "PUT",
        PORT,
        port(
            {
                "ovsdb:options": [{"ovsdb:option": "remote_ip", "ovsdb:value": "10.10.14.11"}],
                "ovsdb:interface-type": "ovsdb:interface-type-vxlan",
                "vlan-tag": "1",
                "trunks": [{"trunk": "5"}],
                "vlan-mode": "access",
            }
        ),
        {
            "--bare --columns=type,options list Interface testport": "vxlan\nremote_ip=10.10.14.11",
            "--bare --columns=tag,trunks,vlan_mode list Port testport": "1\n5\naccess",
        },
        {
            "network-topology:termination-point": [
                {
                    "tp-id": "testport",
                    "ovsdb:port-uuid": ...,
                    "ovsdb:options": [{"option": "remote_ip", "value": "10.10.14.11"}],
                    "ovsdb:interface-type": "ovsdb:interface-type-vxlan",
                    "ovsdb:trunks": [{"trunk": 5}],
                    "ovsdb:vlan-mode": "access",
                    "ovsdb:vlan-tag": 1,
                    "ovsdb:interface-uuid": ...,
                    "ovsdb:name": "testport",
                }
            ]
        },
    ),
    UpstreamExample(
        "port is marked as configured",
        "GET",
        PORT,
        shown={
            "network-topology:termination-point": [
                {
                    "ovsdb:port-external-ids": [
                        {
                            "external-id-key": "opendaylight-iid",
                            "external-id-value": re.compile("testport"),
                        }
                    ]
                }
            ]
        },
    ),
    UpstreamExample(
        "add a trunk to a port",
        "PUT",
        PORT,
        port({"trunks": [{"trunk": "5"}, {"trunk": "500"}]}),
        {"get Port testport trunks": "[5, 500]"},
        {
            "network-topology:termination-point": [
                {"ovsdb:trunks": [{"trunk": 5}, {"trunk": 500}]},
            ]
        },
    ),
    UpstreamExample(
        "set a port's policer",
        "PUT",
        PORT,
        port({"ovsdb:ingress-policing-rate": 1000, "ovsdb:ingress-policing-burst": 2000}),
        {
            "get Interface testport ingress_policing_rate": "1000",
            "get Interface testport ingress_policing_burst": "2000",
        },
        {
            "network-topology:termination-point": [
                {"ovsdb:ingress-policing-rate": 1000, "ovsdb:ingress-policing-burst": 2000}
            ]
        },
    ),
    UpstreamExample(
        "set a port's QoS entry",
        "PUT",
        PORT,
        port({"ovsdb:qos-entry": [{"qos-key": 1, "qos-ref": QOS_REF}]}),
        {"get Port testport qos": re.compile("^[0-9a-f-]{36}$")},
        {
            "network-topology:termination-point": [
                {"ovsdb:qos-entry": [{"qos-key": 1, "qos-ref": re.compile("QOS-1")}]}
            ]
        },
    ),
    UpstreamExample(
        "remove a QoS entry from a port",
        "DELETE",
        f"{PORT}/qos-entry/1",
        rows={"get Port testport qos": "[]"},
        shown=None,
    ),
    UpstreamExample(
        "unconfigure a pending port",
        "DELETE",
        f"{BRIDGE}/termination-point/others/",
        shown=None,
    ),
    UpstreamExample(
        "delete a port",
        "DELETE",
        PORT,
        rows={"list-ports brtest": ""},
        shown=None,
    ),
    UpstreamExample("delete a bridge", "DELETE", BRIDGE, rows={"list-br": ""}, shown=None),
]
