// SPDX-License-Identifier: Apache-2.0
// The SDK's answers to random decisions are in vectors.json; make-vectors writes them.
import { expect, test } from 'vitest';
import { again, isJudged, judge, thresholdsOf } from './judge';
import type { Decision } from './types';
import vectors from './vectors.json';
import { headline, sentences } from './words';

interface Vector {
  decision: Decision; thresholds: Record<string, number>; verdict: { best: string | null; whyNot: string | null };
  again: { logged: string; now: string; to: string | null }; headline: string; sentences: string[];
}
const all = vectors as unknown as Vector[];
const name = (wtp: string) => wtp;

test('the vectors have all kinds of answers', () => {
  expect(new Set(all.map((one) => `${one.again.logged} ${one.again.now}`)).size).toBeGreaterThanOrEqual(5);
});

test.each(all.map((one, index) => [index, one] as const))('vector %i', (_, one) => {
  const { decision } = one;
  expect(isJudged(decision)).toBe(true);
  const verdict = judge(decision.from!, decision.input as never, thresholdsOf(decision)!);
  expect({ best: verdict.best ?? null, whyNot: verdict.whyNot ?? null }).toEqual(one.verdict);
  const t = one.thresholds;
  const answer = again(decision, {
    hysteresis: t.hysteresis, loadTieBreak: t.load_tie_break, minimumSamples: t.minimum_samples, staleAfter: t.stale_after,
  });
  expect({ ...answer, to: answer.to ?? null }).toEqual(one.again);
  expect(headline(decision, name)).toBe(one.headline);
  expect(sentences(decision, name)).toEqual(one.sentences);
});
