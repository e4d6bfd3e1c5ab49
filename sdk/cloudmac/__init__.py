# SPDX-License-Identifier: Apache-2.0
"""What operators ask of a CloudMAC controller, for programs and for the command ``cloudmac``.

errors, models < account, exchange < pages, calls < operations < client < command; judge < whatif,
words < command
"""
from .client import AsyncClient, AsyncListing, Client, Listing
from .errors import CloudmacError, Refused, Unreachable
from .models.configuration import Mobility, Policy
from .models.queries import Station, Wtp
from .models.state import Decision, Drain, PortQueues, Vap, WtpState
from .pages import Change

__all__ = [
    "AsyncClient",
    "AsyncListing",
    "Change",
    "Client",
    "CloudmacError",
    "Decision",
    "Drain",
    "Listing",
    "Mobility",
    "Policy",
    "PortQueues",
    "Refused",
    "Station",
    "Unreachable",
    "Vap",
    "Wtp",
    "WtpState",
]
