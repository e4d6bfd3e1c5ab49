// SPDX-License-Identifier: Apache-2.0
// What the controller answers, as the YANG modules have it. Every member may be absent.

export interface Signal { wtp: string; last?: number; average?: number; samples?: number; 'last-seen'?: string }
export interface Station {
  bssid: string; station: string; ssid?: string; wtp?: string; origin?: string; 'last-seen'?: string; signal?: Signal[];
}
export interface Wtp {
  id: string; name?: string; up?: boolean; admitted?: boolean; problem?: string; port?: string; 'last-seen'?: string;
  stations?: number;
}
export interface Vap {
  bssid: string; ssid?: string; channel?: number; frequency?: number; up?: boolean; port?: string; host?: string;
  'last-seen'?: string; wtp?: string[]; problem?: string[];
}
export interface Input {
  wtp: string; signal?: number; last?: number; samples?: number; age?: number; load?: number;
}
export interface Decision {
  number: string; time?: string; bssid?: string; station?: string; from?: string; to?: string; reason?: string;
  outcome?: string; 'why-not'?: string; error?: string; user?: string; hysteresis?: number; dwell?: number;
  'load-tie-break'?: number; 'minimum-samples'?: number; 'stale-after'?: number; input?: Input[];
}
export interface Change {
  number?: number; time?: string; user?: string; tried?: string; source?: string; method?: string; path?: string;
  status?: number; lost?: number;
}
export interface Alarm {
  resource: string; 'alarm-type-id': string; 'is-cleared'?: boolean; 'perceived-severity'?: string;
  'alarm-text'?: string; 'last-raised'?: string; 'last-changed'?: string; 'time-created'?: string;
}
export interface AirStation {
  bssid: string; station: string; weight?: number; share?: number; 'queue-frames'?: number; sojourn?: number;
  'codel-drops'?: number; 'full-drops'?: number; sent?: number;
}
export interface AirRadio { index: number; scheduler?: boolean; target?: number; station?: AirStation[] }
export interface AirWtp { id: string; problem?: string; radio?: AirRadio[] }
export interface Option { name: string; value?: string }
export interface Port {
  port: string; name?: string; policy?: string; wanted?: string; state?: string; error?: string; type?: string;
  option?: Option[]; queue?: { queue: number; option?: Option[] }[];
}
export interface RecordedChange {
  number: string; time?: string; user?: string; what?: string; 'undone-by'?: string;
  edit?: { target: string; before?: string; after?: string }[];
}
export interface Link { low: string; high: string }
export interface Mobility {
  enabled?: boolean; 'observe-only'?: boolean; hysteresis?: number; 'minimum-samples'?: number;
  'minimum-dwell'?: number; 'stale-after'?: number; 'load-tie-break'?: number;
}
export interface NetworkEvent {
  epoch: string; number: string; time?: string; kind?: string; wtp?: string; 'from-wtp'?: string; vap?: string;
  station?: string; port?: string; name?: string; user?: string; text?: string;
}
export interface PacketNode { name: string; session?: string; reason?: string; version?: string; lvnfs?: number; 'maximum-lvnfs'?: number }
export interface Lvnf {
  tenant: string; name: string; 'packet-node'?: string; status?: string; problem?: string; mode?: string;
  migration?: { from?: string; to?: string; state?: string; 'hold-time'?: number; 'lost-frames'?: string };
}
export interface ChainState { tenant: string; name: string; status?: string; reason?: string; rules?: number }
export interface ChainConfiguration { name: string; hop?: { lvnf: string }[] }
export interface Tenant { name: string; chain?: ChainConfiguration[] }
export interface Account { user: string; roles: string[]; tenants: string[] }
