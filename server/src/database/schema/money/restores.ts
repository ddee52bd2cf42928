import { pgTable } from 'drizzle-orm/pg-core';
import { moment, primaryId } from '../columns.ts';

/**
 * Each restore of a backup into this database (rule 43): refunds, payouts, messages and the follow-up of payments wait until an operator
 * resumes them. What the backup held may have been sent since, whenever it is tried.
 */
export const restores = pgTable('restores', {
  id: primaryId(),
  restoredAt: moment('restored_at').notNull(),
  /** When the backup was made: what the providers did since is not in this database. */
  backupAt: moment('backup_at').notNull(),
  /** Null while money and messages wait. */
  resumedAt: moment('resumed_at'),
});
