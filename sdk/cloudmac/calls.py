# SPDX-License-Identifier: Apache-2.0
"""The single requests of operators: state, configuration and RPCs. Pure, like exchange."""
import dataclasses

from .exchange import data, dry_run, operation
from .following import position
from .models import alarms as alarm_models
from .models import changes, configuration, events, functions, operations, state, undo
from .models.values import dump, load

STATE, CONFIGURATION = "cloudmac-state:cloudmac-state", "cloudmac:cloudmac"
ALARMS, NFV = "cloudmac-alarms:alarms/alarm-list", "cloudmac-nfv"


def _list(path, datastore, member, kind):
    """Returns the call that reads a list in a container: () if there is none."""
    call = data(path, datastore)

    def read(content):
        found = (call.read(content) or {}).get(member, ())
        return tuple(load(kind, each) for each in found)

    return dataclasses.replace(call, read=read)


def vaps():
    """Reads the VAPs."""
    return _list(f"{STATE}/vaps", "nonconfig", "vap", state.Vap)


def wtp_states():
    """Reads all that is known of the WTPs: radios, session, leases."""
    return _list(f"{STATE}/wtps", "nonconfig", "wtp", state.WtpState)


def drains():
    """Reads the WTPs that are draining."""
    return _list(f"{STATE}/drains", "nonconfig", "wtp", state.Drain)


def queues():
    """Reads what the switch ports have of the queue policies."""
    return _list(f"{STATE}/qos", "nonconfig", "port", state.PortQueues)


def policies():
    """Reads the queue policies as configured."""
    return _list(f"{CONFIGURATION}/qos", "config", "policy", configuration.Policy)


def mobility():
    """Reads the settings of mobility, with defaults for absent ones."""
    call = data(f"{CONFIGURATION}/mobility", "config")

    def read(content):
        given = call.read(content) or {}
        return load(configuration.Mobility, {**configuration.MOBILITY_DEFAULTS, **given})

    return dataclasses.replace(call, read=read)


def alarms():
    """Reads the alarms, also the cleared ones that the controller still has."""
    return _list(ALARMS, "nonconfig", "alarm", alarm_models.Alarm)


def network_functions():
    """Reads the LVNFs as they are."""
    return _list(f"{NFV}:nfv-state", "nonconfig", "lvnf", functions.Lvnf)


def packet_nodes():
    """Reads the packet nodes as they are."""
    return _list(f"{NFV}:nfv-state", "nonconfig", "packet-node", functions.PacketNode)


def chains():
    """Reads the chains as they are."""
    return _list(f"{NFV}:chain-state", "nonconfig", "chain", functions.Chain)


def events_since(after=None, limit=None, wait=None):
    """Reads events after a known one, or with None the position of the newest one."""
    epoch, number = (None, None) if after is None else position(after)
    given = events.EventsSinceInput(epoch=epoch, number=number, limit=limit, wait=wait)
    return operation(
        "cloudmac-events",
        "events-since",
        dump(given),
        lambda content: load(events.EventsSinceOutput, content),
    )


def recorded_changes():
    """Reads the changes of the last day that can be undone."""
    path = "cloudmac-changes:cloudmac-changes"
    return _list(path, "config", "change", changes.RecordedChange)


def preview(call):
    """Returns the call that asks what an RPC would do. Its result is an UndoOutput: edits, effects."""
    return dry_run(call, lambda content: load(undo.UndoOutput, content))


def undo_change(number):
    """Restores what a change replaced."""
    given = dump(undo.UndoInput(change=number))
    return operation(
        "cloudmac-changes", "undo", given, lambda content: load(undo.UndoOutput, content)
    )


def rpc(name, given, output=None):
    """Calls an RPC of module cloudmac. given: an object of its input; output: class of its output,
    None if it has none."""
    return operation(
        "cloudmac",
        name,
        dump(given),
        (lambda content: load(output, content)) if output else (lambda content: None),
    )


def hand_over(bssid, station, wtp):
    """Moves a station to a WTP."""
    given = operations.HandOverInput(bssid=bssid, station=station, wtp=wtp)
    return rpc("hand-over", given, operations.HandOverOutput)


def bind(bssid, wtps, station=None):
    """Binds a VAP to WTPs, or a station to one."""
    given = operations.BindInput(bssid=bssid, station=station, wtp=tuple(wtps))
    return rpc("bind", given, operations.BindOutput)


def unbind(bssid, station=None):
    """Ends a binding."""
    given = operations.UnbindInput(bssid=bssid, station=station)
    return rpc("unbind", given, operations.UnbindOutput)


def drain_wtp(wtp):
    """Takes a WTP out of service."""
    return rpc("drain-wtp", operations.DrainWtpInput(wtp=wtp), operations.DrainWtpOutput)


def undrain_wtp(wtp):
    """Ends draining."""
    return rpc("undrain-wtp", operations.UndrainWtpInput(wtp=wtp), operations.UndrainWtpOutput)


def forget_wtp(wtp):
    """Forgets a WTP that is gone."""
    return rpc("forget-wtp", operations.ForgetWtpInput(wtp=wtp), operations.ForgetWtpOutput)


def forget_vap(bssid):
    """Forgets a VAP that is gone."""
    return rpc("forget-vap", operations.ForgetVapInput(bssid=bssid), operations.ForgetVapOutput)


def apply_qos(type_, **given):
    """Writes a queue policy. given: other members of the RPC's input."""
    policy = operations.ApplyQosInput(type=type_, **given)
    return rpc("apply-qos", policy, operations.ApplyQosOutput)


def clear_qos(policy=None):
    """Removes a queue policy."""
    return rpc("clear-qos", operations.ClearQosInput(policy=policy), operations.ClearQosOutput)


def set_radio(bssid, station=None, user_priority=None, rate=None, power=None):
    """Sets rate and power of frames, or removes the rule."""
    given = operations.SetRadioInput(
        bssid=bssid, station=station, user_priority=user_priority, rate=rate, power=power
    )
    return rpc("set-radio", given, operations.SetRadioOutput)
