// SPDX-License-Identifier: Apache-2.0
// Station minutes that this tab has seen.
import { untrack } from 'svelte';
import type { Cause } from './causes';

const MINUTE = 60_000;

class Minutes {
  readonly since = Date.now();
  of = $state.raw<Partial<Record<Cause, number>>>({});
  total = $state(0);
  #last = 0;

  /** Counts the present cause of each station, at most once a minute. */
  note(causes: Cause[], now = Date.now()): void {
    untrack(() => {
      if (now - this.#last < MINUTE) return;
      this.#last = now;
      const of = { ...this.of };
      for (const one of causes) of[one] = (of[one] ?? 0) + 1;
      this.of = of;
      this.total += causes.length;
    });
  }
}

export const minutes = new Minutes();
