import type { Entry } from '@amasin/domain/benefits/journal.ts';
import { and, asc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { entries, type journalKinds, journals } from '../database/schema/ledger.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';
import { ordersSeenBy } from '../scopes/orders.ts';

type OrderJournalKind = Exclude<(typeof journalKinds)[number], 'payout'>;

/** What happened to an order's money, or what somebody paid out. */
export type Journal = { readonly at: Date; readonly entries: readonly Entry[] } & (
  | { readonly kind: OrderJournalKind; readonly orderId: string }
  | { readonly kind: 'payout'; readonly actorId: string }
);

/**
 * Appends journals to the ledger, in the transaction of what they tell; answers their ids. An order has one of each kind:
 * a second one breaks the transaction, and so does one that does not sum to 0.
 */
export async function insertJournals(tx: Database, list: readonly Journal[]): Promise<string[]> {
  const rows = list.map(({ entries: lines, ...journal }) => ({ id: v7(), journal, lines }));
  await tx.insert(journals).values(rows.map(({ id, journal }) => ({ id, ...journal })));
  const lines = rows.flatMap(({ id, lines: ofJournal }) =>
    ofJournal.map(({ account, amount, beneficiaryId }) => ({
      journalId: id,
      account,
      amount,
      beneficiaryId: beneficiaryId ?? null,
    })),
  );
  if (lines.length > 0) await tx.insert(entries).values(lines);
  return rows.map(({ id }) => id);
}

/**
 * The partner whose prescription an order used; null where there is none, or where nobody who earns wrote it: whoever has
 * been removed cannot be paid any more.
 */
export async function findPrescribingPartner(
  db: Database,
  orderId: string,
): Promise<{ id: string; prescriptionNumber: string } | null> {
  const [found] = await db
    .select({ id: users.id, prescriptionNumber: prescriptions.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .innerJoin(users, and(eq(users.id, prescriptions.authorId), eq(users.type, 'partnerDoctor'), notRemoved))
    .where(eq(orders.id, orderId));
  return found ?? null;
}

export type SeenOrder = Pick<OrderRow, 'id' | 'state'>;

/** The order if this person sees it; null when it does not exist or is not theirs to see. */
export async function findOrderSeenBy(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<SeenOrder | null> {
  const [row] = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(and(eq(orders.id, id), ordersSeenBy(actor)));
  return row ?? null;
}

/** The lines of an order's ending, the commission that was split first among them. */
export async function findEndingEntries(db: Database, orderId: string): Promise<Entry[]> {
  const rows = await db
    .select({ account: entries.account, amount: entries.amount, beneficiaryId: entries.beneficiaryId })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(and(eq(journals.orderId, orderId), eq(journals.kind, 'ending')))
    .orderBy(asc(entries.id));
  return rows.map(({ account, amount, beneficiaryId }) => ({
    account,
    amount,
    ...(beneficiaryId !== null && { beneficiaryId }),
  }));
}
