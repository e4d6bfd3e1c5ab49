// SPDX-License-Identifier: Apache-2.0
// Sorts and searches tables. Pure.

export type Value = string | number | boolean | undefined;

const NAMES = new Intl.Collator('en', { numeric: true });

/** Compares two values of a column; absent ones come last in either order. */
export function compare(one: Value, other: Value, isDescending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const order = typeof one === 'number' && typeof other === 'number' ? one - other
    : NAMES.compare(String(one), String(other));
  return isDescending ? -order : order;
}

/** Returns the rows in which every word of the search occurs, in the order of a value. */
export function arrange<T>(
  rows: readonly T[], texts: (row: T) => Value[], search: string, by?: (row: T) => Value, isDescending = false,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    if (!words.length) return true;
    const text = texts(row).filter((each) => each !== undefined).join('\u0000').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return by ? found.sort((one, other) => compare(by(one), by(other), isDescending)) : found;
}
