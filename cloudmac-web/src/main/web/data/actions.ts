// SPDX-License-Identifier: Apache-2.0
// The changes that an operator can make: request, command, and what takes each back. Pure.
import { call, type Request } from './client';

export interface Field { name: string; label: string; value: string; hint?: string; choices?: string[] }
export interface Action {
  title: string; about: string; fields: Field[];
  request: (values: Record<string, string>) => Request;
  /** Words of the command `cloudmac`. */
  command: (values: Record<string, string>) => string[];
  /** The action that takes it back, after the result; undefined if none does. */
  undo?: (values: Record<string, string>) => Action | undefined;
}

const rpc = (name: string, input: object) => call('cloudmac', name, input);

export function handOver(bssid: string, station: string, from: string | undefined, to = ''): Action {
  return {
    title: `Hand station ${station} over`, about: 'Moves the station, make before break. If a step fails, all steps are undone.',
    fields: [{ name: 'wtp', label: 'New WTP', value: to, hint: 'id of a WTP' }],
    request: (v) => rpc('hand-over', { bssid, station, wtp: v.wtp }),
    command: (v) => ['hand-over', station, v.wtp ?? '', '--bssid', bssid],
    undo: (v) => (from ? handOver(bssid, station, v.wtp, from) : undefined),
  };
}

export function bindStation(bssid: string, station: string, wtp = ''): Action {
  return {
    title: `Bind station ${station}`, about: 'The configuration names the WTP. Mobility no longer moves the station.',
    fields: [{ name: 'wtp', label: 'WTP', value: wtp, hint: 'id of a WTP' }],
    request: (v) => rpc('bind', { bssid, station, wtp: [v.wtp] }),
    command: (v) => ['bind', bssid, v.wtp ?? '', '--station', station],
  };
}

export function unbindStation(bssid: string, station: string): Action {
  return {
    title: `Unbind station ${station}`, about: 'Removes its binding. The next frame of the station is a first contact.', fields: [],
    request: () => rpc('unbind', { bssid, station }), command: () => ['unbind', bssid, '--station', station],
  };
}

export function bindVap(bssid: string, wtps: string[]): Action {
  const listed = (v: Record<string, string>) => (v.wtps ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    title: `Bind VAP ${bssid}`, about: 'Only these WTPs transmit the VAP.',
    fields: [{ name: 'wtps', label: 'WTPs', value: wtps.join(' '), hint: 'ids, separated by spaces' }],
    request: (v) => rpc('bind', { bssid, wtp: listed(v) }), command: (v) => ['bind', bssid, ...listed(v)],
  };
}

export function unbindVap(bssid: string): Action {
  return {
    title: `Unbind VAP ${bssid}`, about: 'Every enabled WTP transmits the VAP.', fields: [],
    request: () => rpc('unbind', { bssid }), command: () => ['unbind', bssid],
  };
}

export function drain(wtp: string, isEnd = false): Action {
  return {
    title: `${isEnd ? 'End the drain of' : 'Drain'} ${wtp}`,
    about: isEnd ? 'It gets stations again. Stations are not moved back.' : 'Moves its stations to other WTPs, and binds no new ones to it.',
    fields: [], request: () => rpc(isEnd ? 'undrain-wtp' : 'drain-wtp', { wtp }),
    command: () => ['drain-wtp', wtp, ...(isEnd ? ['--undo'] : [])],
  };
}

export function forget(kind: 'wtp' | 'vap', id: string): Action {
  return {
    title: `Forget ${kind === 'wtp' ? 'WTP' : 'VAP'} ${id}`, about: 'For what is gone for good. It is learned again if it comes back.',
    fields: [], request: () => rpc(`forget-${kind}`, kind === 'wtp' ? { wtp: id } : { bssid: id }),
    command: () => [`forget-${kind}`, id],
  };
}

export const TYPES = ['cloudmac', 'htb', 'hfsc', 'prio', 'cake', 'sfq', 'codel', 'fq-codel', 'pie', 'fq-pie', 'fifo', 'none'];

/** Applies a policy. before: the policy as configured, of which everything but name, type and rate stays. */
export function applyQos(before: { name?: string; type?: string; 'link-rate'?: string } = {}): Action {
  const { name = 'default', type = 'htb', 'link-rate': linkRate = '', ...rest } = before;
  const ports = ((rest as { port?: string[] }).port ?? []).flatMap((one) => ['--port', one]);
  const parameters = Object.keys(rest).filter((one) => one !== 'port');
  return {
    title: 'Apply a queueing policy', about: 'Writes the policy, and waits at most ten seconds for the ports.',
    fields: [
      { name: 'policy', label: 'Name', value: name }, { name: 'type', label: 'Type', value: type, choices: TYPES },
      { name: 'rate', label: 'Link rate, bit/s', value: linkRate, hint: "empty: the port's speed" },
    ],
    request: (v) => rpc('apply-qos', { ...rest, policy: v.policy, type: v.type, ...(v.rate ? { 'link-rate': v.rate } : {}) }),
    command: (v) => ['apply-qos', v.type ?? '', '--policy', v.policy ?? '', ...(v.rate ? ['--link-rate', v.rate] : []), ...ports,
      ...(parameters.length ? ['--file', `${parameters.join('-')}.json`] : [])],
  };
}

export function clearQos(policy: string): Action {
  return {
    title: `Remove policy ${policy}`, about: 'Removes the policy and its queues from the switches.', fields: [],
    request: () => rpc('clear-qos', { policy }), command: () => ['clear-qos', '--policy', policy],
  };
}

/** What an RPC changes, or would change. */
export interface Outcome {
  change?: string; 'more-effects'?: number;
  port?: { port: string; state?: string; error?: string }[];
  edit?: { target: string; before?: string; after?: string }[];
  effect?: { object: string; text: string }[];
}

const PREVIEWED = /:(bind|unbind|drain-wtp|undrain-wtp|apply-qos|clear-qos|set-radio|undo)$/;

/** Returns the request that asks what another one would do; undefined if its RPC has no preview. */
export function previewOf(request: Request): Request | undefined {
  if (!PREVIEWED.test(request.path)) return undefined;
  const entry = Object.entries((request.body ?? {}) as Record<string, object>)[0];
  return entry && { ...request, body: { [entry[0]]: { ...entry[1], 'dry-run': true } } };
}

/** Takes a recorded change back. */
export function undoChange(change: string): Action {
  return {
    title: `Undo change ${change}`, about: 'Restores what the change replaced. Refused if something changed there since.', fields: [],
    request: () => call('cloudmac-changes', 'undo', { change }), command: () => ['undo', change],
  };
}

/** Returns a word as a shell takes it literally. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the request as a command; curl asks for the password. */
export function curlOf(request: Request, origin: string, user: string): string {
  const ascii = JSON.stringify(request.body ?? {}).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [`curl -u ${quoted(user)} -X ${request.method} ${quoted(origin + request.path)}`,
    "-H 'Content-Type: application/yang-data+json'", `-d ${quoted(ascii)}`].join(' \\\n  ');
}

export const commandOf = (words: string[]) => ['cloudmac', ...words.map(quoted)].join(' ');
