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
      clearTimeout(timer);
      timer = setTimeout(found.refresh, isFirst ? 0 : QUIET);
      isFirst = false;
    });
  });
  $effect(() => {
    const regular = setInterval(() => document.visibilityState === 'visible' && void found.refresh(), every);
    return () => {
      clearInterval(regular);
      clearTimeout(timer);
    };
  });
  return found;
}
