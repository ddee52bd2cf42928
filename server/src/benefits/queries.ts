import type { Entry } from '@amasin/domain/benefits/journal.ts';
import type { Database } from '../database/database.ts';
import { entries, type journalKinds, journals } from '../database/schema/ledger.ts';

interface Journal {
  readonly kind: (typeof journalKinds)[number];
  readonly orderId: string;
  readonly at: Date;
  readonly entries: readonly Entry[];
}

/**
 * Appends one journal to the ledger, in the transaction of what it tells. An order has one of each kind: a second one
 * breaks the transaction, and so does one that does not sum to 0.
 */
export async function insertJournal(
  tx: Database,
  { kind, orderId, at, entries: lines }: Journal,
): Promise<void> {
  const [journal] = await tx.insert(journals).values({ kind, orderId, at }).returning({ id: journals.id });
  if (journal === undefined) throw new Error('the journal was not inserted');
  if (lines.length === 0) return;
  await tx.insert(entries).values(
    lines.map(({ account, amount, beneficiaryId }) => ({
      journalId: journal.id,
      account,
      amount,
      beneficiaryId: beneficiaryId ?? null,
    })),
  );
}
