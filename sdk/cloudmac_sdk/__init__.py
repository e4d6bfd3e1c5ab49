# SPDX-License-Identifier: Apache-2.0
"""Programs network functions of CloudMAC, with the names of the Scylla paper. Requests go through the
package cloudmac.

No call blocks: requests run in a thread of their own, and results come by callback or future.

errors, program < background, restconf, values, image, flows, addresses < chains < tenant, handler < lvnf,
source < queries, events < triggers, graph
"""
from .addresses import EVERY
from .chains import ChainState, LvnfPort
from .errors import ChainFailed, CloudmacError, ImageRefused, LvnfFailed, Refused, Unreachable
from .flows import Flow, make_wild_card_flow
from .graph import (
    LinkCount,
    NeighbourSignals,
    NeighbourSignal,
    SilentRadio,
    StationSignal,
    lqm,
    ncqm,
    ucqm,
)
from .image import Image
from .lvnf import LVNF, Port, PortCounters, State
from .queries import PortCount, Query, bytes_count, packets_count
from .source import LVAP, Source, StationPort, SwitchPort, Vap, Wtp
from .tenant import Cpp, Tenant, connect, cpps
from .triggers import Event, Trigger, cpu_util, mem_util, packet_rate
from .values import StructKey

__all__ = [
    "ChainFailed",
    "ChainState",
    "CloudmacError",
    "Cpp",
    "EVERY",
    "Event",
    "Flow",
    "Image",
    "ImageRefused",
    "LVAP",
    "LVNF",
    "LinkCount",
    "LvnfFailed",
    "LvnfPort",
    "NeighbourSignal",
    "NeighbourSignals",
    "Port",
    "PortCount",
    "PortCounters",
    "Query",
    "Refused",
    "SilentRadio",
    "Source",
    "State",
    "StationPort",
    "StationSignal",
    "StructKey",
    "SwitchPort",
    "Tenant",
    "Trigger",
    "Unreachable",
    "Vap",
    "Wtp",
    "bytes_count",
    "connect",
    "cpps",
    "cpu_util",
    "lqm",
    "make_wild_card_flow",
    "mem_util",
    "ncqm",
    "packet_rate",
    "packets_count",
    "ucqm",
]
