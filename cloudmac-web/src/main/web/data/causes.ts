// SPDX-License-Identifier: Apache-2.0
// Finds the one cause of a station's trouble. Pure.
import type { AirWtp, NetworkEvent, Port, Station } from './types';

export const WEAK = -75, SLOW = 50_000, RECENT = 60_000;
export const CAUSES = {
  good: 'good',
  join: 'join failed',
  undone: 'hand-over undone',
  queue: 'backhaul queue',
  air: 'air busy',
  signal: 'signal',
  unknown: 'not measured',
} as const;
export type Cause = keyof typeof CAUSES;

export interface Seen {
  stations: Station[]; air: AirWtp[]; ports: Port[]; events: NetworkEvent[];
  /** Switch of each WTP. */
  switchOf: (wtp: string) => string | undefined; now: number;
}

/** Returns the cause of each station: what breaks its traffic most comes first. */
export function causes(seen: Seen): Map<Station, Cause> {
  const recent = seen.events.filter((one) => one.time && seen.now - Date.parse(one.time) <= RECENT);
  const of = (kind: string) => new Set(recent.filter((one) => one.kind === kind).map((one) => one.station));
  const undone = of('handover-undone'), refused = of('handover-refused');
  const failed = new Set(seen.ports.filter((one) => one.state === 'failed').map((one) => one.port.replace(/:[^:]*$/, '')));
  const waits = new Map<string, number>();
  for (const wtp of seen.air) {
    for (const radio of wtp.radio ?? []) {
      for (const one of radio.station ?? []) {
        if (one.sojourn !== undefined) waits.set(`${wtp.id} ${one.bssid} ${one.station}`, one.sojourn);
      }
    }
  }
  return new Map(seen.stations.map((one) => {
    const signal = one.signal?.find((each) => each.wtp === one.wtp)?.average;
    const wait = waits.get(`${one.wtp} ${one.bssid} ${one.station}`);
    const via = one.wtp && seen.switchOf(one.wtp);
    const cause: Cause = !one.wtp || refused.has(one.station) ? 'join'
      : undone.has(one.station) ? 'undone'
        : via && failed.has(via) ? 'queue'
          : wait !== undefined && wait > SLOW ? 'air'
            : signal === undefined ? (wait === undefined ? 'unknown' : 'good')
              : signal < WEAK ? 'signal' : 'good';
    return [one, cause];
  }));
}
