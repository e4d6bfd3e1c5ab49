// SPDX-License-Identifier: Apache-2.0
// The rule by which the controller's mobility hands stations over, as sdk/cloudmac/judge.py and whatif.py have it. Pure.
import type { Decision, Input } from './types';

export interface Thresholds { hysteresis: number; loadTieBreak: number; minimumSamples: number; staleAfter: number }
type Candidate = Required<Pick<Input, 'wtp' | 'signal' | 'samples' | 'age' | 'load'>>;
export interface Verdict { best?: string; whyNot?: string }
export type Wanted = 'stay' | 'move' | 'unknown';
export interface Answer { logged: Wanted; now: Wanted; to?: string }

export const BOUND = 'bound-by-operator', NO_CANDIDATE = 'no-candidate', HYSTERESIS = 'hysteresis';
const NO = 0, MAYBE = 1, YES = 2;

/** Returns the verdict on a station whose handover nothing holds off. */
export function judge(serving: string, candidates: Candidate[], t: Thresholds): Verdict {
  const counts = (one: Candidate) => one.age <= t.staleAfter && one.samples >= t.minimumSamples;
  const others = candidates.filter((one) => one.wtp !== serving && counts(one));
  if (!others.length) return { whyNot: NO_CANDIDATE };
  const present = candidates.find((one) => one.wtp === serving && one.age <= t.staleAfter);
  const better = others.filter((one) => {
    const gain = present ? one.signal - present.signal : Infinity;
    return gain > 0 && gain >= t.hysteresis;
  });
  if (!better.length) return { best: strongest(others).wtp, whyNot: HYSTERESIS };
  const top = strongest(better);
  const near = better.filter((one) => one === top || top.signal - one.signal < t.loadTieBreak);
  return { best: first(near, (a, b) => a.load - b.load || b.signal - a.signal || order(a.wtp, b.wtp)).wtp };
}

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const first = <T>(all: T[], by: (a: T, b: T) => number): T => [...all].sort(by)[0]!;
const strongest = (all: Candidate[]) => first(all, (a, b) => b.signal - a.signal || order(a.wtp, b.wtp));

/** Returns the thresholds that applied to a decision; undefined if none did. */
export function thresholdsOf(d: Decision): Thresholds | undefined {
  const [hysteresis, loadTieBreak, minimumSamples, staleAfter] =
    [d.hysteresis, d['load-tie-break'], d['minimum-samples'], d['stale-after']];
  return hysteresis === undefined || loadTieBreak === undefined || minimumSamples === undefined || staleAfter === undefined
    ? undefined : { hysteresis, loadTieBreak, minimumSamples, staleAfter };
}

const isComplete = (one: Input): one is Candidate =>
  [one.signal, one.samples, one.age, one.load].every((each) => each !== undefined);

/** Returns whether a decision is one of mobility, by signals, with all its inputs. */
export function isJudged(d: Decision): boolean {
  return d.reason === 'signal' && thresholdsOf(d) !== undefined && d.from !== undefined && (d.input ?? []).every(isComplete);
}

/** Returns what the rule would have wanted of a decision of which isJudged is true. */
export function again(d: Decision, changed: Partial<Thresholds>): Answer {
  const before = thresholdsOf(d)!;
  const after = { ...before, ...changed };
  const logged: Wanted = [HYSTERESIS, NO_CANDIDATE, BOUND].includes(d['why-not'] ?? '') ? 'stay' : 'move';
  if (d['why-not'] === BOUND) return { logged: 'stay', now: 'stay' };
  const heard = (d.input ?? []).filter(isComplete);
  const serving = heard.find((one) => one.wtp === d.from);
  const possible = heard.filter((one) => one.wtp !== d.from && !wasExcluded(one, d, serving, before));
  const chosen = possible.find((one) => one.wtp === d.to);
  if (chosen && wins(chosen, serving, after) === YES) {
    let rivals = rivalsOf(chosen, possible, serving, after);
    if (logged === 'stay') return rivals.length ? { logged, now: 'move' } : { logged, now: 'move', to: d.to };
    // Another hysteresis only adds or removes WTPs that are weaker than all others.
    if (after.loadTieBreak === before.loadTieBreak && after.minimumSamples === before.minimumSamples
      && after.staleAfter === before.staleAfter) rivals = rivals.filter((one) => gains(one, serving, before) !== YES);
    return rivals.length ? { logged, now: 'unknown' } : { logged, now: 'move', to: d.to };
  }
  const isLost = possible.every((one) => wins(one, serving, after) === NO);
  return { logged, now: isLost ? 'stay' : 'unknown' };
}

function rivalsOf(chosen: Candidate, possible: Candidate[], serving: Candidate | undefined, t: Thresholds): Candidate[] {
  return possible.filter((one) => one.wtp !== chosen.wtp && wins(one, serving, t) !== NO
    && (one.signal - chosen.signal >= t.loadTieBreak
      || (chosen.signal - one.signal <= t.loadTieBreak
        && (one.load < chosen.load || (one.load === chosen.load && one.signal >= chosen.signal)))));
}

const fresh = (one: Candidate, t: Thresholds) => (one.age === t.staleAfter ? MAYBE : one.age < t.staleAfter ? YES : NO);
const considered = (one: Candidate, t: Thresholds) => (one.samples < t.minimumSamples ? NO : fresh(one, t));

function gains(one: Candidate, serving: Candidate | undefined, t: Thresholds): number {
  if (!serving || fresh(serving, t) === NO) return YES;
  const gain = one.signal - serving.signal;
  const better = gain === t.hysteresis ? MAYBE : gain > t.hysteresis ? YES : NO;
  return fresh(serving, t) === YES ? better : Math.max(better, MAYBE);
}

const wins = (one: Candidate, serving: Candidate | undefined, t: Thresholds) =>
  Math.min(considered(one, t), gains(one, serving, t));

/** Returns whether the logged verdict shows that a WTP might not serve the station. */
function wasExcluded(one: Candidate, d: Decision, serving: Candidate | undefined, t: Thresholds): boolean {
  if (one.wtp === d.to || considered(one, t) !== YES) return false;
  if (d['why-not'] === NO_CANDIDATE) return true;
  const chosen = (d.input ?? []).filter(isComplete).find((each) => each.wtp === d.to);
  if (!chosen || one.signal <= chosen.signal) return false;
  if (d['why-not'] === HYSTERESIS) return true;
  return gains(one, serving, t) === YES && (one.load <= chosen.load || one.signal - chosen.signal > t.loadTieBreak);
}
