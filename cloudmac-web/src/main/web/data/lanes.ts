// SPDX-License-Identifier: Apache-2.0
// The signals of a station, a lane for each WTP. Pure.
import type { Decision } from './types';

export interface Sample { time: number; wtp: string; signal: number }
export interface Laned { wtp: string; times: number[]; signals: number[] }

const MOST_LANES = 8;

/** Returns the lanes and the time that they span, s. The serving WTP comes first, then the strongest. */
export function lanes(decisions: Decision[], samples: Sample[], serving?: string): { lanes: Laned[]; from: number; to: number } {
  const all = [...samples];
  for (const one of decisions) {
    const time = Date.parse(one.time ?? '') / 1000;
    if (Number.isNaN(time)) continue;
    for (const each of one.input ?? []) if (each.signal !== undefined) all.push({ time, wtp: each.wtp, signal: each.signal });
  }
  all.sort((one, other) => one.time - other.time);
  const found = new Map<string, Laned>();
  for (const one of all) {
    const lane = found.get(one.wtp) ?? { wtp: one.wtp, times: [], signals: [] };
    lane.times.push(one.time);
    lane.signals.push(one.signal);
    found.set(one.wtp, lane);
  }
  const last = (one: Laned) => one.signals.at(-1) ?? -Infinity;
  const sorted = [...found.values()].sort((a, b) => Number(b.wtp === serving) - Number(a.wtp === serving) || last(b) - last(a));
  return { lanes: sorted.slice(0, MOST_LANES), from: all[0]?.time ?? 0, to: all.at(-1)?.time ?? 0 };
}
