# SPDX-License-Identifier: Apache-2.0
"""What operators ask of a CloudMAC controller, for programs and for the command ``cloudmac``.

errors, models < account, exchange, sse < following < calls < pages < operations < client < command;
judge < whatif, words < command
"""
from .client import AsyncClient, AsyncListing, Client, Listing
from .errors import CloudmacError, Refused, Unreachable
from .following import Gap
from .models.alarms import Alarm
from .models.configuration import Mobility, Policy
from .models.events import Event
from .models.functions import Chain, Lvnf, PacketNode
from .models.queries import Station, Wtp
from .models.state import Decision, Drain, PortQueues, Vap, WtpState
from .pages import Change

__all__ = [
    "Alarm",
    "AsyncClient",
    "AsyncListing",
    "Chain",
    "Change",
    "Client",
    "CloudmacError",
    "Decision",
    "Drain",
    "Event",
    "Gap",
    "Listing",
    "Lvnf",
    "Mobility",
    "PacketNode",
    "Policy",
    "PortQueues",
    "Refused",
    "Station",
    "Unreachable",
    "Vap",
    "Wtp",
    "WtpState",
]
