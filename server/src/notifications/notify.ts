import type { Database } from '../database/database.ts';
import { insertNotifications } from './queries.ts';

export interface Message {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** Path of a page that this user may open. */
  readonly link: string;
}

/** Creates notifications in this transaction, so that they are committed once or rolled back with it. */
export async function notify(tx: Database, now: Date, messages: readonly Message[]): Promise<void> {
  await insertNotifications(
    tx,
    messages.map((message) => ({ ...message, createdAt: now })),
  );
}
