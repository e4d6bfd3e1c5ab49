// SPDX-License-Identifier: Apache-2.0
// Sends requests to the controller with the session's cookie.
import type { Account, Change, RecordedChange } from './types';

/** An answer of the controller that is no success; status 0 means that there was no answer. */
export class Refused extends Error {
  constructor(readonly status: number, readonly tag: string, message: string) {
    super(message);
  }
}

export interface Request { method: string; path: string; body?: unknown }

export const OWN_HEADER = { 'X-Requested-With': 'cloudmac' };
const listeners = { expired: () => {} };

/** Calls `act` whenever a request shows that the session has ended. */
export function onExpired(act: () => void): void {
  listeners.expired = act;
}

/** Returns the message of an answer in the format of RFC 8040. */
export function messageOf(status: number, text: string): [string, string] {
  try {
    const error = JSON.parse(text).errors.error[0];
    return [error['error-tag'] ?? '', error['error-message'] ?? error['error-tag'] ?? `status ${status}`];
  } catch {
    return ['', `the controller answered with status ${status}`];
  }
}

async function answer(request: Request, more: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(request.path, {
      method: request.method,
      headers: {
        ...OWN_HEADER, Accept: 'application/yang-data+json, application/json',
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/yang-data+json' }), ...more,
      },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      credentials: 'same-origin', cache: 'no-store', redirect: 'error',
    });
  } catch {
    throw new Refused(0, 'no-answer', 'the controller does not answer');
  }
}

/** Returns the JSON of the answer; undefined if it has no body. Throws Refused. */
export async function send<T>(request: Request): Promise<T | undefined> {
  const got = await answer(request);
  const text = await got.text();
  if (got.ok) return text ? (JSON.parse(text) as T) : undefined;
  if (got.status === 401) listeners.expired();
  throw new Refused(got.status, ...messageOf(got.status, text));
}

/** Reads a tree; undefined if it has no data. */
export async function read<T>(path: string): Promise<T | undefined> {
  try {
    const found = await send<Record<string, T>>({ method: 'GET', path });
    return found && Object.values(found)[0];
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
}

export const state = <T>(name: string) => read<T>(`/rests/data/cloudmac-state:cloudmac-state/${name}?content=nonconfig`);
export const configuration = <T>(name: string) => read<T>(`/rests/data/cloudmac:cloudmac/${name}?content=config`);

/** Returns the request that calls an RPC. */
export function call(module: string, name: string, input: object): Request {
  const body = Object.keys(input).length ? { [`${module}:input`]: input } : undefined;
  return { method: 'POST', path: `/rests/operations/${module}:${name}`, body };
}

export interface Page<T> { entries: T[]; total?: number; cursor?: string }

/** Reads a page of a list of module cloudmac-query. */
export async function query<T>(name: string, member: string, input: object): Promise<Page<T>> {
  const found = await send<Record<string, Record<string, unknown>>>(call('cloudmac-query', name, input));
  const output = found?.['cloudmac-query:output'] ?? {};
  return {
    entries: (output[member] as T[] | undefined) ?? [],
    total: output.total as number | undefined,
    cursor: output.cursor as string | undefined,
  };
}

/** Reads up to `most` entries of a list, page after page. */
export async function all<T>(name: string, member: string, input: object = {}, most = 10_000): Promise<Page<T>> {
  const entries: T[] = [];
  let cursor: string | undefined, total: number | undefined;
  do {
    const page: Page<T> = await query<T>(name, member, {
      ...input, limit: Math.min(1000, most - entries.length), ...(cursor ? { cursor } : {}),
    });
    entries.push(...page.entries);
    ({ cursor, total } = page);
  } while (cursor && entries.length < most);
  return { entries, total, cursor };
}

/** Reads what RPCs changed in the last day. */
export async function recorded(): Promise<RecordedChange[]> {
  return (await read<{ change?: RecordedChange[] }>('/rests/data/cloudmac-changes:cloudmac-changes?content=config&fields=change(number;time;user;what;undone-by;edit)'))?.change ?? [];
}

/** Reads the audit. */
export async function changes(): Promise<Page<Change>> {
  const found = await send<{ changes?: Change[]; 'next-cursor'?: string }>({ method: 'GET', path: '/audit/query-changes?limit=1000' });
  return { entries: found?.changes ?? [], cursor: found?.['next-cursor'] };
}

const WHO = '/rests/who-am-i';
export const isAdmin = (account: Account) => account.roles.includes('admin');
export const mayChange = (account: Account) => isAdmin(account) || account.roles.includes('operator');

/** Returns the account of the session; undefined without one. */
export async function account(): Promise<Account | undefined> {
  const got = await answer({ method: 'GET', path: WHO });
  if (got.status === 401) return undefined;
  if (!got.ok) throw new Refused(got.status, ...messageOf(got.status, await got.text()));
  return (await got.json()) as Account;
}

/** Begins the sessions: each top path of the controller has its own cookie. */
export async function logIn(user: string, password: string): Promise<Account> {
  const octets = new TextEncoder().encode(`${user}:${password}`);
  const basic = { Authorization: `Basic ${btoa(String.fromCharCode(...octets))}` };
  const got = await answer({ method: 'GET', path: WHO }, basic);
  if (!got.ok) throw new Refused(got.status, ...messageOf(got.status, await got.text()));
  const found = (await got.json()) as Account;
  await answer({ method: 'HEAD', path: '/events/stream' }, basic);
  if (isAdmin(found)) await answer({ method: 'GET', path: '/audit/query-changes?limit=1' }, basic);
  return found;
}

/** Ends the sessions. Throws Refused if one may go on; a session that has ended already is no failure. */
export async function logOut(): Promise<void> {
  for (const top of ['/rests', '/events', '/audit']) {
    const got = await answer({ method: 'POST', path: `${top}/log-out` });
    if (!got.ok && got.status !== 401) throw new Refused(got.status, ...messageOf(got.status, await got.text()));
  }
}
