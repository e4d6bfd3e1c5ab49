# SPDX-License-Identifier: Apache-2.0
"""What the commands share: the connection, types of arguments, options."""
import collections
import fractions
import re

import click

from ..client import Client
from ..errors import CloudmacError

MAC = re.compile(r"[0-9a-f][02468ace](:[0-9a-f]{2}){5}")
NULL = "00:00:00:00:00:00"
FEW = 20
"""WTPs of which each is asked for; the list of all has a request for hundreds."""
RATE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)([kMGT]?)(?:bit/s)?")
FACTORS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
SLOWEST, FASTEST = 8000, 10**12


class Connection:
    """The connection of a command, which it opens when it needs it."""

    def __init__(self, url, user, password_file, ca_file):
        self._given = {
            "url": url,
            "user": user,
            "password_file": password_file,
            "ca_file": ca_file,
        }
        self._client = None

    @property
    def client(self):
        """The client. Raises click.UsageError without a password file."""
        if self._client is None:
            try:
                self._client = Client(**self._given)
            except ValueError:
                raise click.UsageError(
                    "no password: give --password-file FILE, or set CLOUDMAC_PASSWORD_FILE"
                ) from None
        return self._client

    def close(self):
        """Closes it."""
        if self._client is not None:
            self._client.close()

    def wtp(self, given):
        """Returns the id of a WTP that is given by id or by name."""
        if MAC.fullmatch(given):
            return given
        found = [wtp.id for wtp in self.client.wtps(name=given, limit=2)]
        if len(found) != 1:
            how_many = "more than one WTP has" if found else "no WTP has"
            raise CloudmacError(f"{how_many} the name {given}: give its id, see 'cloudmac wtps'")
        return found[0]

    def bound(self, station, bssid=None):
        """Returns the entry of a bound station, of one VAP. bssid: None if it has only one."""
        found = list(self.client.stations(station=station, bssid=bssid, limit=2))
        if not found:
            raise CloudmacError(f"no WTP serves station {station}: see 'cloudmac stations'")
        if len(found) > 1:
            vaps = " and ".join(entry.bssid for entry in found)
            raise CloudmacError(f"station {station} is bound at {vaps}: add --bssid")
        return found[0]

    def names(self, ids):
        """Returns a function that says how to call each of some WTPs: by its name, with the id if
        another one of them has the same name, and by the id if it has none. ids: may have None."""
        wanted = set(ids) - {None}
        if len(wanted) <= FEW:
            found = [wtp for each in wanted for wtp in self.client.wtps(wtp=each, limit=1)]
        else:
            found = [wtp for wtp in self.client.wtps() if wtp.id in wanted]
        names = {wtp.id: wtp.name for wtp in found if wtp.name}
        counts = collections.Counter(names.values())

        def name(wtp):
            own = names.get(wtp, wtp)
            return own if counts[own] < 2 else f"{own} ({wtp})"

        return name


def wtps_of(decisions):
    """Returns the ids of all WTPs that decisions name."""
    for decision in decisions:
        yield from (decision.from_, decision.to, *(one.wtp for one in decision.input))


pass_connection = click.make_pass_decorator(Connection)


class MacType(click.ParamType):
    """An address, in any of its usual forms."""

    name = "mac"

    def convert(self, value, param, ctx):
        text = value.strip().lower().replace("-", ":")
        if not MAC.fullmatch(text) or text == NULL:
            self.fail(f"{value!r} is no address such as 02:00:5e:10:00:07", param, ctx)
        return text


class WtpType(click.ParamType):
    """A WTP by its id, in any of its usual forms, or by its name."""

    name = "wtp"

    def convert(self, value, param, ctx):
        text = value.strip().lower().replace("-", ":")
        return text if MAC.fullmatch(text) else value


class RateType(click.ParamType):
    """A rate in bit/s, such as 95000000 or 95M, as the console reads it: cloudmac-api/vectors."""

    name = "rate"

    def convert(self, value, param, ctx):
        if isinstance(value, int):
            return value
        if found := RATE.fullmatch(value):
            rate = fractions.Fraction(found[1]) * FACTORS[found[2]]
            if rate.denominator == 1 and SLOWEST <= rate <= FASTEST:
                return int(rate)
        self.fail(
            f"rate {value!r} is refused: allowed are whole bit/s from 8000 to 1T, with k, M, G or T "
            "for their powers of 1000, for example 100M, 1.5G or 95000000",
            param,
            ctx,
        )


MAC_TYPE, WTP_TYPE, RATE_TYPE = MacType(), WtpType(), RateType()
