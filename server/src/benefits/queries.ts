import type { Entry } from '@amasin/domain/benefits/journal.ts';
import { and, asc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { entries, journals } from '../database/schema/ledger.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { preparedInsert } from '../database/statements/prepared-insert.ts';
import { together } from '../database/transaction.ts';
import { notRemoved } from '../people/queries.ts';
import { ordersSeenBy } from '../scopes/orders.ts';

/** A payment or an ending of an order, a payout by a user, or a step of a refund. */
export type Journal = { readonly at: Date; readonly entries: readonly Entry[] } & (
  | { readonly kind: 'payment' | 'ending'; readonly orderId: string }
  | { readonly kind: 'cancellation'; readonly orderId: string; readonly refundId: string }
  | { readonly kind: 'put-aside' | 'refund'; readonly refundId: string }
  | { readonly kind: 'payout'; readonly actorId: string }
  | { readonly kind: 'payout-return' }
);

const insertRows = preparedInsert(journals);
const insertLines = preparedInsert(entries);

/**
 * Appends journals to the ledger and returns their ids. Runs in the transaction of the event that they record; it
 * fails on a second journal of the same kind for an order, and on a journal that does not sum to 0.
 */
export async function insertJournals(tx: Database, list: readonly Journal[]): Promise<string[]> {
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
  await together(
    insertRows(
      tx,
      rows.map(({ id, journal }) => ({ id, ...journal })),
    ),
    lines.length === 0 ? Promise.resolve() : insertLines(tx, lines),
  );
  return rows.map(({ id }) => id);
}

/**
 * The partner who wrote the prescription of an order; null without a prescription, or when its author is not a partner or
 * was removed and can no longer be paid.
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

/** The order; null when it does not exist or the actor may not see it. */
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

/** The entries of an order's ending journal; the entry of the commission that is split comes first. */
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
