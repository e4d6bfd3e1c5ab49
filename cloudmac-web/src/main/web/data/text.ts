// SPDX-License-Identifier: Apache-2.0
// The words and formats of the page. Pure.

/** What stands for an absent value. */
export const ABSENT = '–';

export const PAGES = [
  { path: 'overview', title: 'Overview', about: 'Each station is good, or has exactly one cause of trouble.' },
  { path: 'stations', title: 'Stations', about: 'Stations of VAPs and the WTPs that serve them.' },
  { path: 'who', title: 'Who would serve whom', about: 'Signals of stations at all WTPs. The WTP that serves a station is marked.' },
  { path: 'wtps', title: 'WTPs', about: 'Radio boxes that announced themselves.' },
  { path: 'vaps', title: 'VAPs', about: 'Virtual access points that send beacons.' },
  { path: 'queues', title: 'Queues', about: 'Queues of the switch ports, desired and as read back.' },
  { path: 'air', title: 'Air', about: 'Shares of the air in the last second against the weights.' },
  { path: 'map', title: 'Map', about: 'VAPs, switches and WTPs, and the links between them.' },
  { path: 'functions', title: 'Functions', about: 'Network functions, the chains through them, and their packet nodes.' },
  { path: 'decisions', title: 'Decisions', about: 'Which WTP was chosen for a station, and why.' },
  { path: 'changes', title: 'Changes', about: 'Changes of the last day, and what takes them back.' },
  { path: 'alarms', title: 'Alarms', about: "What needs an operator's attention." },
] as const;

export function time(text?: string): string {
  if (!text) return ABSENT;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toLocaleString('sv-SE', { hour12: false });
}

export const number = (value?: number | string, unit = '') =>
  value === undefined || value === '' ? ABSENT : `${value}${unit && ` ${unit}`}`;
export const yesNo = (value?: boolean) => (value === undefined ? ABSENT : value ? 'yes' : 'no');

/** Returns a bit rate with its unit. */
export function rate(text?: string): string {
  const bits = Number(text);
  if (text === undefined || Number.isNaN(bits)) return ABSENT;
  const [unit, by] = bits >= 1e9 ? ['Gb/s', 1e9] : bits >= 1e6 ? ['Mb/s', 1e6] : bits >= 1e3 ? ['kb/s', 1e3] : ['b/s', 1];
  return `${Number((bits / (by as number)).toPrecision(4))} ${unit}`;
}
