import type { Database } from '../database/database.ts';

/** The data of each kind of job. */
export interface JobData {
  readonly 'send-sms': { readonly to: string; readonly sealed: string; readonly toAccountsOnly: boolean };
  readonly 'send-push': { readonly notificationId: string; readonly subscriptionId: string };
}

/** Background jobs, which any process may run. */
export interface Jobs {
  /** Enqueues one job per `data` in this transaction, so that they are committed or rolled back with the change. */
  add<Name extends keyof JobData>(tx: Database, name: Name, ...data: readonly JobData[Name][]): Promise<void>;
}
