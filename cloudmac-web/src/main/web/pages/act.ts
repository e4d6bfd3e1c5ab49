// SPDX-License-Identifier: Apache-2.0
import { getContext } from 'svelte';
import type { Action } from '../data/actions';

/** Returns the function that opens the dialog of a change. */
export const useAct = () => getContext<(action: Action) => void>('act');
export const stationLink = (bssid?: string, station?: string) =>
  bssid && station ? `#/station/${encodeURIComponent(bssid)}/${encodeURIComponent(station)}` : undefined;
