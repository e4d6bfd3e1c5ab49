// SPDX-License-Identifier: Apache-2.0
// Data that a page shows: read at once, after events, and from time to time while the tab is visible.
import { untrack } from 'svelte';
import { Refused } from './client';
import { stream } from './stream.svelte';

const QUIET = 700;

export class Live<T> {
  value = $state.raw<T | undefined>();
  error = $state('');
  isRead = $state(false);
  #read: () => Promise<T>;
  #busy = false;
  #again = false;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  refresh = async (): Promise<void> => {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    try {
      this.value = await this.#read();
      this.isRead = true;
      this.error = '';
    } catch (error) {
      this.error = error instanceof Refused ? error.message : String(error);
    } finally {
      this.#busy = false;
      if (this.#again) {
        this.#again = false;
        void this.refresh();
      }
    }
  };
}

/** Returns data that stay fresh as long as the calling component exists. every: ms between reads without events. */
export function live<T>(read: () => Promise<T>, every = 10_000): Live<T> {
  const found = new Live(read);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  $effect(() => {
    void stream.changes;
    untrack(() => {
      // A timer that waits is not begun again, so that steady events do not put off the reading for ever.
      if (timer !== undefined || (!isFirst && document.visibilityState !== 'visible')) return;
      timer = setTimeout(() => { timer = undefined; void found.refresh(); }, isFirst ? 0 : QUIET);
      isFirst = false;
    });
  });
  $effect(() => {
    const seen = () => document.visibilityState === 'visible' && void found.refresh();
    const regular = setInterval(seen, every);
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      clearInterval(regular);
      clearTimeout(timer);
    };
  });
  return found;
}
