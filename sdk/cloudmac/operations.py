# SPDX-License-Identifier: Apache-2.0
"""What operators ask of the controller, for all clients."""
import abc

from . import calls, pages
from .account import Account
from .following import Following


class Events:
    """What happens in the network, as one numbered sequence: ``client.events``."""

    def __init__(self, client):
        self._client = client

    def follow(self, after=None, *, on_wait=None):
        """Yields each event, models.events.Event, as it happens, for ever.

        after: the last known event: an Event, a Gap, an output of since(), or an id "EPOCH-NUMBER".
        A following.Gap says that events are missing: read the state anew then. It is also the first
        thing without ``after``. A lost connection is made again from the last event on, after at
        most 30 s; on_wait is then called with the exception and the seconds. Raises Refused and
        Unreachable if there is no stream at the beginning, and Refused if the account may not read
        it any more."""
        return self._client._followed(Following(after, on_wait))

    def since(self, after=None, *, limit=None, wait=None):
        """Reads events after the last known one, at most ``limit``, 1 to 1000. Returns
        EventsSinceOutput: with ``gap`` if events are missing, and without ``after`` the position of
        the newest event alone. wait: how long the controller waits for an event, ms."""
        return self._client.run(calls.events_since(after, limit, wait))

    def newest(self, number=100):
        """Reads the newest events, up to 9000, the oldest of them first."""
        return self._client._listed(pages.events(number), number)


class Operations(abc.ABC):
    """All requests of operators. A client says how to send them.

    Methods that read a long list return an iterable, which reads page after page; ``limit`` is the
    greatest number of its entries. All others return the result; those of AsyncClient are awaited.
    They raise Refused and Unreachable."""

    def __init__(self, url=None, *, user=None, password_file=None, ca_file=None):
        """Sends nothing. The variables CLOUDMAC_URL, CLOUDMAC_USER, CLOUDMAC_PASSWORD_FILE and
        CLOUDMAC_CA_FILE are the defaults. password_file: its first line is the password. Raises
        ValueError without one."""
        self.account = Account.of(url, user, password_file, ca_file)

    @abc.abstractmethod
    def run(self, call):
        """Returns the result of an exchange.Call."""

    @abc.abstractmethod
    def _listed(self, source, limit):
        """Returns an iterable of the entries of a list of module pages."""

    @abc.abstractmethod
    def _followed(self, progress):
        """Returns an iterable of the events and gaps of a following.Following."""

    @property
    def events(self):
        """The events of the network."""
        return Events(self)

    def stations(
        self,
        *,
        bssid=None,
        ssid=None,
        wtp=None,
        station=None,
        sort=None,
        descending=None,
        limit=None,
    ):
        """Reads bound stations, models.queries.Station, with their signals at the WTPs.

        sort: station (default), bssid, ssid, wtp, signal or last-seen."""
        given = {"bssid": bssid, "ssid": ssid, "wtp": wtp, "station": station, "sort": sort}
        return self._listed(pages.stations(**given, descending=descending), limit)

    def wtps(
        self,
        *,
        wtp=None,
        name=None,
        up=None,
        admitted=None,
        bssid=None,
        ssid=None,
        sort=None,
        descending=None,
        limit=None,
    ):
        """Reads WTPs that announced themselves, models.queries.Wtp.

        sort: wtp (default), name, stations or last-seen."""
        given = {"wtp": wtp, "name": name, "up": up, "admitted": admitted, "bssid": bssid}
        return self._listed(pages.wtps(**given, ssid=ssid, sort=sort, descending=descending), limit)

    def decisions(
        self,
        *,
        bssid=None,
        ssid=None,
        wtp=None,
        station=None,
        user=None,
        since=None,
        until=None,
        sort=None,
        descending=None,
        limit=None,
    ):
        """Reads steering decisions, models.state.Decision, the newest first.

        since, until: times such as "2026-11-30T12:00:00Z"; sort: time, station, bssid or to."""
        given = {"bssid": bssid, "ssid": ssid, "wtp": wtp, "station": station, "user": user}
        times = {"since": since, "until": until}
        return self._listed(
            pages.decisions(**given, **times, sort=sort, descending=descending), limit
        )

    def changes(self, *, user=None, since=None, limit=None):
        """Reads the audit, pages.Change, the newest first. For administrators."""
        return self._listed(pages.changes(user, since), limit)

    def vaps(self):
        """Reads the VAPs, models.state.Vap."""
        return self.run(calls.vaps())

    def wtp_states(self):
        """Reads all that is known of the WTPs, models.state.WtpState: radios, session, leases."""
        return self.run(calls.wtp_states())

    def recorded_changes(self):
        """Reads what RPCs changed in the last day, models.changes.RecordedChange."""
        return self.run(calls.recorded_changes())

    def preview(self, call):
        """Asks what a call of module calls would do, such as ``calls.drain_wtp(wtp)``, and changes
        nothing. Returns models.undo.UndoOutput: its edits of the configuration, and its effects."""
        return self.run(calls.preview(call))

    def undo(self, change):
        """Restores what a change of the last day replaced. Raises Refused, with status 409, if
        something changed there since."""
        return self.run(calls.undo_change(change))

    def drains(self):
        """Reads the draining WTPs, models.state.Drain."""
        return self.run(calls.drains())

    def alarms(self):
        """Reads the alarms, models.alarms.Alarm, also the cleared ones that are still known."""
        return self.run(calls.alarms())

    def functions(self):
        """Reads the network functions (LVNFs) of all tenants, models.functions.Lvnf."""
        return self.run(calls.network_functions())

    def packet_nodes(self):
        """Reads the packet nodes, models.functions.PacketNode."""
        return self.run(calls.packet_nodes())

    def chains(self):
        """Reads the chains of all tenants, models.functions.Chain."""
        return self.run(calls.chains())

    def policies(self):
        """Reads the queue policies as configured, models.configuration.Policy."""
        return self.run(calls.policies())

    def queues(self):
        """Reads what the switch ports have of them, models.state.PortQueues."""
        return self.run(calls.queues())

    def mobility(self):
        """Reads the settings of mobility, models.configuration.Mobility."""
        return self.run(calls.mobility())

    def hand_over(self, bssid, station, wtp):
        """Moves a station to a WTP, make before break. Returns HandOverOutput when the handover is
        complete; Refused has the step that failed."""
        return self.run(calls.hand_over(bssid, station, wtp))

    def bind(self, bssid, wtps, station=None):
        """Binds a VAP to WTPs, or a station to one WTP, in the configuration."""
        return self.run(calls.bind(bssid, wtps, station))

    def unbind(self, bssid, station=None):
        """Removes a configured binding. The station's next frame is a first contact."""
        return self.run(calls.unbind(bssid, station))

    def drain_wtp(self, wtp):
        """Moves all stations of a WTP to others, and binds no new ones. Returns at once."""
        return self.run(calls.drain_wtp(wtp))

    def undrain_wtp(self, wtp):
        """Ends draining. Stations are not moved back."""
        return self.run(calls.undrain_wtp(wtp))

    def forget_wtp(self, wtp):
        """Removes a WTP that is gone from the learned state. Returns ForgetWtpOutput."""
        return self.run(calls.forget_wtp(wtp))

    def forget_vap(self, bssid):
        """Removes a VAP that is gone from the learned state. Returns ForgetVapOutput."""
        return self.run(calls.forget_vap(bssid))

    def apply_qos(self, type_, **given):
        """Writes a queue policy and waits at most ten seconds for its ports. Returns
        ApplyQosOutput.

        type_: the strategy; given: other members of ApplyQosInput, such as link_rate=95_000_000,
        port=("openflow:1:2",), policy="edge", htb=PolicyHtb(...)."""
        return self.run(calls.apply_qos(type_, **given))

    def clear_qos(self, policy=None):
        """Removes a queue policy, "default" if None, and its queues."""
        return self.run(calls.clear_qos(policy))

    def set_radio(self, bssid, station=None, *, user_priority=None, rate=None, power=None):
        """Sets rate, kbit/s, and power, dBm, of frames to a station or to all of a VAP. With
        neither, removes the rule."""
        return self.run(calls.set_radio(bssid, station, user_priority, rate, power))
