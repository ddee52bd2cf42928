import type { Database } from '../database/database.ts';

/** The data of each kind of job. */
export interface JobData {
  readonly 'send-sms': { readonly to: string; readonly sealed: string; readonly toAccountsOnly: boolean };
}

/** Work that any process can do soon. */
export interface Jobs {
  /** Enqueues in this transaction: the job is committed with the change or not at all. */
  add<Name extends keyof JobData>(tx: Database, name: Name, data: JobData[Name]): Promise<void>;
}
