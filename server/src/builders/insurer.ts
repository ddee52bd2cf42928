import { searchText } from '@amasin/domain/medications/search-text.ts';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type ClaimLineRow, claimLines } from '../database/schema/claims.ts';
import { type InsurerRow, insurers } from '../database/schema/insurance.ts';
import { buildInsuranceCard } from './insurance-card.ts';
import { buildOrder, type OrderFields } from './order.ts';

/** An insurer that owes as much as it likes, and covers everything at every rate. */
export async function buildInsurer(db: Database, given: Partial<InsurerRow> = {}): Promise<InsurerRow> {
  const name = given.name ?? `Assureur ${v7()}`;
  const [row] = await db
    .insert(insurers)
    .values({
      rates: [],
      limit: 100_000_000,
      delayDays: 30,
      excluded: [],
      createdAt: new Date('2026-11-20T08:00:00Z'),
      ...given,
      name,
      searchText: searchText(name),
    })
    .returning();
  if (row === undefined) throw new Error('the insurer was not inserted');
  return row;
}

/** An ended order with a checked card of this insurer, and its line to send (default: two boxes, 80 %). */
export async function buildClaimed(
  db: Database,
  insurer: InsurerRow,
  given: Partial<OrderFields> & { line?: Partial<ClaimLineRow> } = {},
) {
  const { line: fields, ...ofOrder } = given;
  const ownerId = given.customerId;
  const card =
    given.card ??
    (await buildInsuranceCard(db, {
      ...(ownerId !== undefined && { ownerId }),
      verified: true,
      insurerId: insurer.id,
    }));
  const order = await buildOrder(db, { state: 'ended', ...ofOrder, card });
  const [line] = await db
    .insert(claimLines)
    .values({ orderId: order.id, insurerId: insurer.id, changedAt: order.createdAt, ...fields })
    .returning();
  if (line === undefined) throw new Error('the line was not inserted');
  return { order, card, line };
}
