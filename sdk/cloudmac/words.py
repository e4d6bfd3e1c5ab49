# SPDX-License-Identifier: Apache-2.0
"""Says in words why the controller decided as it did. Pure; texts of others are not made safe."""
from .judge import BOUND, BUSY, DWELL, HYSTERESIS, NO_CANDIDATE, OBSERVE_ONLY
from .whatif import thresholds_of

REASONS = {
    "first-contact": "The station's first frame.",
    "wtp-lost": "{from_} gave no sign of life, so the station was unbound.",
    "no-radio": "{from_} had no radio on the VAP's channel, and another WTP had one.",
    "drain": "{from_} is being drained.",
    "lease-refused": "{from_} refused the lease of the virtual station.",
    "downlink": "The VAP had a frame for the station, whose binding had ended; {to} served it last.",
}
HELD = {
    DWELL: "Not executed: the station had moved less than {dwell} before.",
    BUSY: "Not executed: a handover of the station was in progress.",
    OBSERVE_ONLY: "Not executed: mobility is observe-only.",
    "failed": "Not executed: {error}.",
}


def seconds(milliseconds):
    """Returns a time in words."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".") + " s"
    return f"{milliseconds} ms"


def headline(decision, name=str):
    """Returns in a line what was decided. name: returns how to call the WTP of an id."""
    to = name(decision.to) if decision.to else None
    from_ = name(decision.from_) if decision.from_ else None
    if decision.outcome == "done":
        if to is None:
            return f"unbound from {from_}"
        return f"moved from {from_} to {to}" if from_ else f"bound to {to}"
    wanted = f"move to {to}" if from_ else f"binding to {to}"
    if decision.outcome == "undone":
        return f"{wanted} undone"
    if decision.outcome == "observed":
        return f"{wanted} observed only"
    if decision.why_not in (HYSTERESIS, NO_CANDIDATE, BOUND):
        return f"stays at {from_}"
    return f"{wanted} not executed" if to else "not executed"


def sentences(decision, name=str):
    """Returns why it was decided, as sentences."""
    to = name(decision.to) if decision.to else "no WTP"
    from_ = name(decision.from_) if decision.from_ else "no WTP"
    if decision.reason == "signal":
        found = _by_signal(decision, name)
    elif decision.reason == "operator":
        found = [f"{f'Account {decision.user}' if decision.user else 'Somebody'} asked for it."]
    else:
        text = REASONS.get(decision.reason, f"Reason {decision.reason or 'unknown'}.")
        found = [text.format(from_=from_, to=to)]
        if decision.reason == "first-contact" and decision.input:
            found.append(_first_contact(decision, name))
    if decision.why_not in HELD:
        dwell = "the dwell" if decision.dwell is None else f"{seconds(decision.dwell)} (dwell)"
        error = (decision.error or "a step failed").rstrip(".")
        text = "All steps were undone: {error}." if decision.outcome == "undone" else None
        found.append((text or HELD[decision.why_not]).format(dwell=dwell, error=error))
    elif decision.error:
        found.append(f"{decision.error.rstrip('.')}.")
    return found


def _first_contact(decision, name):
    """Returns which WTP received the first frame best."""
    heard = {one.wtp: one.signal for one in decision.input if one.signal is not None}
    if decision.to not in heard:
        return ""
    best = heard.pop(decision.to)
    text = f"{name(decision.to)} received it best of the WTPs that may serve it, with {best} dBm"
    rest = ", ".join(f"{name(w)} {s} dBm" for w, s in sorted(heard.items(), key=lambda e: -e[1]))
    return f"{text}; {rest}." if rest else f"{text}."


def _by_signal(decision, name):
    """Returns the inequality of a verdict of mobility."""
    thresholds = thresholds_of(decision)
    if decision.why_not == BOUND:
        return [f"The configuration binds the station to {_called(decision.from_, name)}."]
    if thresholds is None:
        return ["Mobility compared the signals; the log does not have the thresholds."]
    if decision.why_not == NO_CANDIDATE:
        return _nobody(decision, thresholds, name)
    heard = {one.wtp: one for one in decision.input}
    best, serving = heard.get(decision.to), heard.get(decision.from_)
    if best is None or best.signal is None:
        return ["Mobility compared the signals; the log does not have them."]
    if serving is None or serving.signal is None:
        compared = f"{_called(decision.from_, name)} does not hear the station"
    elif serving.age is not None and serving.age > thresholds.stale_after:
        compared = (
            f"{name(decision.from_)} has not heard the station for {seconds(serving.age)}, longer "
            f"than stale-after, {seconds(thresholds.stale_after)}"
        )
    else:
        return _inequality(decision, best, serving, thresholds, name)
    found = f"{compared}, and {name(decision.to)} hears it with {best.signal} dBm, so any counts."
    return [found, *_tie(decision, best, heard, thresholds, name)]


def _called(wtp, name):
    return name(wtp) if wtp else "no WTP"


def _inequality(decision, best, serving, thresholds, name):
    """Returns the comparison of two signals with the hysteresis."""
    gain, needed = best.signal - serving.signal, thresholds.hysteresis
    start = (
        f"{name(best.wtp)} hears the station with {best.signal} dBm and {name(serving.wtp)} with "
        f"{serving.signal} dBm: {gain} dB "
    )
    rounding = " before rounding" if gain == needed else ""
    if decision.why_not == HYSTERESIS:
        best_of = "No other WTP is better: " if len(decision.input) > 2 else ""
        return [f"{best_of}{start}< hysteresis {needed} dB{rounding}."]
    heard = {one.wtp: one for one in decision.input}
    return [
        f"{start}>= hysteresis {needed} dB{rounding}.",
        *_tie(decision, best, heard, thresholds, name),
    ]


def _tie(decision, best, heard, thresholds, name):
    """Returns why a WTP was chosen although another one that may serve is stronger, if so."""
    stronger = [
        one
        for one in heard.values()
        if one.wtp not in (best.wtp, decision.from_)
        and None not in (one.signal, one.load, best.load)
        and 0 < one.signal - best.signal <= thresholds.load_tie_break
        and one.load > best.load
    ]
    return [
        f"{name(one.wtp)} is {one.signal - best.signal} dB stronger, not by load-tie-break "
        f"{thresholds.load_tie_break} dB, and serves {one.load} stations, {name(best.wtp)} "
        f"{best.load}."
        for one in stronger
    ]


def _nobody(decision, thresholds, name):
    """Returns why no other WTP was considered."""
    found = []
    for one in decision.input:
        if one.wtp == decision.from_:
            continue
        if one.samples is not None and one.samples < thresholds.minimum_samples:
            why = f"has {one.samples} samples < minimum-samples {thresholds.minimum_samples}"
        elif one.age is not None and one.age > thresholds.stale_after:
            why = f"heard it {seconds(one.age)} ago > stale-after {seconds(thresholds.stale_after)}"
        else:
            why = "may not serve it: no session, draining, or it does not transmit the VAP"
        found.append(f"{name(one.wtp)} {why}.")
    return found or [f"No WTP but {_called(decision.from_, name)} hears the station."]
