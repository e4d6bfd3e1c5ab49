// SPDX-License-Identifier: Apache-2.0
// Names of WTPs, for all pages.
import { all } from './client';
import { Live } from './live.svelte';
import type { Wtp } from './types';

export const wtps = new Live(async () => (await all<Wtp>('query-wtps', 'wtp')).entries);
const byId = $derived(new Map((wtps.value ?? []).map((one) => [one.id, one])));

export const wtpOf = (id: string): Wtp | undefined => byId.get(id);
export const nameOf = (id: string): string => byId.get(id)?.name ?? id;
