import type { Entry } from '@amasin/domain/benefits/journal.ts';
import type { SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { entries, journals, type OrderJournalKind } from '../database/schema/payouts.ts';
import { insertAll, insertInto } from '../database/sql.ts';

/** An event of an order, with the refund that it decides if it does; a payout by a user, or a step of a refund or of a claim. */
type Journal = { readonly at: Date; readonly entries: readonly Entry[] } & (
  | { readonly kind: OrderJournalKind; readonly orderId: string; readonly refundId?: string | undefined }
  | { readonly kind: 'put-aside' | 'refund'; readonly refundId: string }
  | { readonly kind: 'payout'; readonly actorId: string }
  | { readonly kind: 'payout-return' }
  | { readonly kind: 'claim-paid' | 'claim-refused' | 'claim-resent'; readonly claimLineId: string }
);

/**
 * Appends journals to the ledger and returns their ids. Runs in the transaction of the event that they record; it
 * fails on a second journal of the same kind for an order (a way back may be paid again), and on a journal that does not sum to 0.
 */
export async function insertJournals(tx: Database, list: readonly Journal[]): Promise<string[]> {
  const { ids, inserts } = journalInserts(list);
  await insertAll(tx, ...inserts);
  return ids;
}

/** Makes the inserts of journals and of their entries, for a statement that inserts more. */
export function journalInserts(list: readonly Journal[]): { ids: string[]; inserts: SQL[] } {
  const rows = list.map(({ entries: lines, ...journal }) => ({ id: v7(), journal, lines }));
  const lines = rows.flatMap(({ id, journal, lines: ofJournal }) =>
    ofJournal.map(({ account, amount, beneficiaryId }) => ({
      journalId: id,
      account,
      amount,
      beneficiaryId: beneficiaryId ?? null,
      at: journal.at,
    })),
  );
  const ids = rows.map(({ id }) => id);
  if (rows.length === 0) return { ids, inserts: [] };
  const journal = insertInto(
    journals,
    rows.map(({ id, journal }) => ({ id, ...journal })),
  );
  return { ids, inserts: lines.length === 0 ? [journal] : [journal, insertInto(entries, lines)] };
}
