import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../refusal.ts';
import { hasWithdrawn } from './consent-queries.ts';

/**
 * Refuses what uses the health data of a customer who has withdrawn their consent. One who was never asked is not refused: the
 * caller may be a client of the specification, or a page that was open during an upgrade (decision 73).
 * @throws 403 CONSENT_WITHDRAWN
 */
export async function requireHealthConsent(db: Database, { _id, type }: Actor): Promise<void> {
  if (type === 'customer' && (await hasWithdrawn(db, _id, 'health'))) throw new Refusal('CONSENT_WITHDRAWN');
}
