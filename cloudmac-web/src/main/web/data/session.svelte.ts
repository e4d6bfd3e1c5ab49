// SPDX-License-Identifier: Apache-2.0
// Who is logged in.
import * as client from './client';
import { stream } from './stream.svelte';
import { wtps } from './names.svelte';
import type { Account } from './types';

const AUDIT_ALIVE = 600_000;

class Session {
  /** undefined while it is not known, null without a session. */
  account = $state.raw<Account | null | undefined>();
  notice = $state('');
  /** Why the last log-out failed, or why it is not known who is logged in. */
  fault = $state('');
  readonly mayChange = $derived(!!this.account && client.mayChange(this.account));
  readonly isAdmin = $derived(!!this.account && client.isAdmin(this.account));

  constructor() {
    client.onExpired(() => this.#ended('Your session has ended. Log in again.'));
    addEventListener('cloudmac-ended', () => this.#ended('Your session has ended. Log in again.'));
    // The sessions of other paths live by requests of their own.
    setInterval(() => this.isAdmin && void client.changes().catch(() => {}), AUDIT_ALIVE);
  }

  async begin(): Promise<void> {
    try {
      const found = await client.account();
      if (found) this.#started(found);
      else this.account = null;
      this.fault = '';
    } catch (failure) {
      // Status 0: the controller is not there yet.
      if (failure instanceof client.Refused && failure.status > 0) this.fault = failure.message;
      setTimeout(() => void this.begin(), 2000);
    }
  }

  async logIn(user: string, password: string): Promise<void> {
    this.#started(await client.logIn(user, password));
  }

  async logOut(): Promise<void> {
    try {
      await client.logOut();
    } catch (failure) {
      this.fault = `You are still logged in, try again: ${failure instanceof Error ? failure.message : String(failure)}`;
      return;
    }
    stream.stop(true);
    this.account = null;
    this.notice = this.fault = '';
  }

  #started(account: Account): void {
    this.account = account;
    this.notice = '';
    stream.start();
    void wtps.refresh();
  }

  #ended(notice: string): void {
    if (!this.account) return;
    stream.stop();
    this.account = null;
    this.notice = notice;
  }
}

export const session = new Session();
