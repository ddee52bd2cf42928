import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../ports/jobs.ts';
import { insertNotifications } from './queries.ts';

export interface Message {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** Path of a page that this user may open. */
  readonly link: string;
  /** The order that it is about, which the user sees: all that is said of it is one notification. */
  readonly orderId?: string;
  /** The account that it names, with which it goes. */
  readonly namesId?: string;
}

/**
 * Inserts notifications and, for each browser that their owners have subscribed, a push job per notification. All are
 * committed or rolled back with this transaction.
 */
export async function notify(
  jobs: Jobs,
  tx: Database,
  now: Date,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, id: v7(), createdAt: now }));
  await jobs.add(tx, 'send-push', ...(await insertNotifications(tx, rows)));
}
