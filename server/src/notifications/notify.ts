import type { Database } from '../database/database.ts';
import { insertNotifications } from './queries.ts';

export interface Message {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** Path in the product, or null. */
  readonly link: string | null;
}

/** Tells people, in the transaction that gives the reason: rolled back with it, never said twice for one commit. */
export async function notify(tx: Database, now: Date, messages: readonly Message[]): Promise<void> {
  await insertNotifications(
    tx,
    messages.map((message) => ({ ...message, createdAt: now })),
  );
}
