// SPDX-License-Identifier: Apache-2.0
// Says in words why the controller decided as it did, as sdk/cloudmac/words.py does. Pure.
import { BOUND, HYSTERESIS, NO_CANDIDATE, thresholdsOf, type Thresholds } from './judge';
import type { Decision, Input } from './types';

export type Naming = (wtp: string) => string;

export const REASONS: Record<string, string> = {
  'first-contact': "The station's first frame.",
  'wtp-lost': '{from} gave no sign of life, so the station was unbound.',
  'no-radio': "{from} had no radio on the VAP's channel, and another WTP had one.",
  drain: '{from} is being drained.',
  'lease-refused': '{from} refused the lease of the virtual station.',
  downlink: 'The VAP had a frame for the station, whose binding had ended; {to} served it last.',
};

/** Returns a time in words. */
export function seconds(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(3))} s` : `${ms} ms`;
}

/** Returns in a line what was decided. */
export function headline(d: Decision, name: Naming): string {
  const to = d.to && name(d.to), from = d.from && name(d.from);
  if (d.outcome === 'done') return !to ? `unbound from ${from}` : from ? `moved from ${from} to ${to}` : `bound to ${to}`;
  const wanted = from ? `move to ${to}` : `binding to ${to}`;
  if (d.outcome === 'undone') return `${wanted} undone`;
  if (d.outcome === 'observed') return `${wanted} observed only`;
  if ([HYSTERESIS, NO_CANDIDATE, BOUND].includes(d['why-not'] ?? '')) return `stays at ${from}`;
  return to ? `${wanted} not executed` : 'not executed';
}

/** Returns why it was decided, as sentences. */
export function sentences(d: Decision, name: Naming): string[] {
  const from = d.from ? name(d.from) : 'no WTP', to = d.to ? name(d.to) : 'no WTP';
  const found: string[] = [];
  if (d.reason === 'signal') found.push(...bySignal(d, name));
  else if (d.reason === 'operator') found.push(`${d.user ? `Account ${d.user}` : 'Somebody'} asked for it.`);
  else {
    found.push((REASONS[d.reason ?? ''] ?? `Reason ${d.reason ?? 'unknown'}.`).replace('{from}', () => from).replace('{to}', () => to));
    if (d.reason === 'first-contact' && d.input?.length) found.push(firstContact(d, name));
  }
  const error = (d.error ?? 'a step failed').replace(/\.+$/, '');
  const held: Record<string, string> = {
    dwell: `Not executed: the station had moved less than ${d.dwell === undefined ? 'the dwell' : `${seconds(d.dwell)} (dwell)`} before.`,
    busy: 'Not executed: a handover of the station was in progress.',
    'observe-only': 'Not executed: mobility is observe-only.',
    failed: `Not executed: ${error}.`,
  };
  const why = held[d['why-not'] ?? ''];
  if (why) found.push(d.outcome === 'undone' ? `All steps were undone: ${error}.` : why);
  else if (d.error) found.push(`${error}.`);
  return found.filter(Boolean);
}

function firstContact(d: Decision, name: Naming): string {
  const heard = (d.input ?? []).filter((one) => one.signal !== undefined);
  const best = heard.find((one) => one.wtp === d.to);
  if (!best) return '';
  const rest = heard.filter((one) => one !== best).sort((a, b) => b.signal! - a.signal!)
    .map((one) => `${name(one.wtp)} ${one.signal} dBm`).join(', ');
  return `${name(best.wtp)} received it best of the WTPs that may serve it, with ${best.signal} dBm${rest ? `; ${rest}` : ''}.`;
}

function bySignal(d: Decision, name: Naming): string[] {
  const t = thresholdsOf(d), from = d.from ? name(d.from) : 'no WTP';
  if (d['why-not'] === BOUND) return [`The configuration binds the station to ${from}.`];
  if (!t) return ['Mobility compared the signals; the log does not have the thresholds.'];
  if (d['why-not'] === NO_CANDIDATE) return nobody(d, t, name);
  const heard = d.input ?? [];
  const best = heard.find((one) => one.wtp === d.to), serving = heard.find((one) => one.wtp === d.from);
  if (!best || best.signal === undefined) return ['Mobility compared the signals; the log does not have them.'];
  let compared = '';
  if (!serving || serving.signal === undefined) compared = `${from} does not hear the station`;
  else if (serving.age !== undefined && serving.age > t.staleAfter) {
    compared = `${from} has not heard the station for ${seconds(serving.age)}, longer than stale-after, ${seconds(t.staleAfter)}`;
  } else return inequality(d, best, serving, t, name);
  return [`${compared}, and ${name(best.wtp)} hears it with ${best.signal} dBm, so any counts.`, ...tie(d, best, t, name)];
}

function inequality(d: Decision, best: Input, serving: Input, t: Thresholds, name: Naming): string[] {
  const gain = best.signal! - serving.signal!;
  const start = `${name(best.wtp)} hears the station with ${best.signal} dBm and ${name(serving.wtp)} with ${serving.signal} dBm: ${gain} dB `;
  const rounding = gain === t.hysteresis ? ' before rounding' : '';
  if (d['why-not'] === HYSTERESIS) {
    return [`${(d.input ?? []).length > 2 ? 'No other WTP is better: ' : ''}${start}< hysteresis ${t.hysteresis} dB${rounding}.`];
  }
  return [`${start}>= hysteresis ${t.hysteresis} dB${rounding}.`, ...tie(d, best, t, name)];
}

function tie(d: Decision, best: Input, t: Thresholds, name: Naming): string[] {
  return (d.input ?? []).filter((one) => one.wtp !== best.wtp && one.wtp !== d.from && one.signal !== undefined
    && one.load !== undefined && best.load !== undefined && one.signal > best.signal!
    && one.signal - best.signal! <= t.loadTieBreak && one.load > best.load)
    .map((one) => `${name(one.wtp)} is ${one.signal! - best.signal!} dB stronger, not by load-tie-break ${t.loadTieBreak} dB, and serves ${one.load} stations, ${name(best.wtp)} ${best.load}.`);
}

function nobody(d: Decision, t: Thresholds, name: Naming): string[] {
  const found = (d.input ?? []).filter((one) => one.wtp !== d.from).map((one) => {
    const why = one.samples !== undefined && one.samples < t.minimumSamples
      ? `has ${one.samples} samples < minimum-samples ${t.minimumSamples}`
      : one.age !== undefined && one.age > t.staleAfter
        ? `heard it ${seconds(one.age)} ago > stale-after ${seconds(t.staleAfter)}`
        : 'may not serve it: no session, draining, or it does not transmit the VAP';
    return `${name(one.wtp)} ${why}.`;
  });
  return found.length ? found : [`No WTP but ${d.from ? name(d.from) : 'no WTP'} hears the station.`];
}
