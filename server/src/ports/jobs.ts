import type { Database } from '../database/database.ts';

/** What each kind of work needs to know. */
export interface JobData {
  readonly 'send-sms': { readonly to: string; readonly sealed: string; readonly toAccountsOnly: boolean };
}

/** Work to be done soon by whichever process is free. */
export interface Jobs {
  /** Enqueued with the change that wants it: both stand, or neither. */
  add<Name extends keyof JobData>(tx: Database, name: Name, data: JobData[Name]): Promise<void>;
}
