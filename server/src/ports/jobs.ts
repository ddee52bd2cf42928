import type { Database } from '../database/database.ts';

/** The data of each kind of job. */
export interface JobData {
  readonly 'send-sms': { readonly to: string; readonly sealed: string; readonly toAccountsOnly: boolean };
  readonly 'send-push': { readonly notificationId: string; readonly subscriptionId: string };
}

/** Work that any process can do soon. */
export interface Jobs {
  /** Enqueues one job for each data in this transaction: they are committed with the change or not at all. */
  add<Name extends keyof JobData>(tx: Database, name: Name, ...data: readonly JobData[Name][]): Promise<void>;
}
