// SPDX-License-Identifier: Apache-2.0
// One stream of events for all tabs of a browser: the tab that holds a lock reads it and tells the others.
import { OWN_HEADER } from './client';
import { EventParser } from './sse';
import type { NetworkEvent } from './types';

export type Connection = 'connecting' | 'open' | 'reconnecting' | 'ended';
type Told = { connection: Connection } | { event: NetworkEvent } | { reread: true } | { hello: true } | { ended: true };

const MOST_EVENTS = 500;

class Stream {
  connection = $state<Connection>('connecting');
  /** The newest first. */
  events = $state.raw<NetworkEvent[]>([]);
  /** Grows whenever the state may have changed. */
  changes = $state(0);

  #channel = new BroadcastChannel('cloudmac-stream');
  #stop = new AbortController();
  #isLeader = false;
  #last = '';

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('hello' in data) {
        if (this.#isLeader) this.#channel.postMessage({ connection: this.connection } satisfies Told);
      } else if ('ended' in data) dispatchEvent(new Event('cloudmac-ended'));
      else this.#apply(data);
    };
  }

  /** Begins; the lock of a tab that is closed passes to another one. */
  start(): void {
    this.#stop.abort();
    const stop = (this.#stop = new AbortController());
    this.connection = 'connecting';
    if (!('locks' in navigator)) {
      void this.#read(stop.signal);
      return;
    }
    navigator.locks
      .request('cloudmac-stream', { signal: stop.signal }, () => this.#read(stop.signal))
      .catch(() => {});
    this.#channel.postMessage({ hello: true } satisfies Told);
  }

  stop(isForAll = false): void {
    this.#stop.abort();
    this.#isLeader = false;
    this.connection = 'ended';
    if (isForAll) this.#channel.postMessage({ ended: true } satisfies Told);
  }

  #tell(what: Told): void {
    this.#apply(what);
    this.#channel.postMessage(what);
  }

  #apply(what: Told): void {
    if ('connection' in what) this.connection = what.connection;
    if ('reread' in what) this.changes++;
    if ('event' in what) {
      const id = `${what.event.epoch}-${what.event.number}`;
      this.#last = id;
      if (this.events.some((one) => `${one.epoch}-${one.number}` === id)) return;
      this.events = [what.event, ...this.events].slice(0, MOST_EVENTS);
      this.changes++;
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#isLeader = true;
    let wait = 1000;
    while (!signal.aborted) {
      try {
        const got = await fetch('/events/stream', {
          headers: { ...OWN_HEADER, Accept: 'text/event-stream', ...(this.#last ? { 'Last-Event-ID': this.#last } : {}) },
          signal, cache: 'no-store',
        });
        if (got.status === 401) {
          dispatchEvent(new Event('cloudmac-ended'));
          return;
        }
        if (got.ok && got.body) {
          wait = 1000;
          await this.#follow(got.body);
        }
      } catch {
        if (signal.aborted) return;
      }
      this.#tell({ connection: 'reconnecting' });
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 1.5, 5000);
    }
  }

  async #follow(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.#tell({ connection: 'open' });
    this.#tell({ reread: true });
    const parser = new EventParser();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const each of parser.take(value)) {
        if (each.id) this.#last = each.id;
        if (each.event === 'begin' || each.event === 'reset') this.#tell({ reread: true });
        else this.#tell({ event: JSON.parse(each.data) as NetworkEvent });
      }
    }
  }
}

export const stream = new Stream();
