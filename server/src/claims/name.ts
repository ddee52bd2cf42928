import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { findInsurerOfCard, setInsurer } from '../insurance/insurer-queries.ts';
import { findNamed } from '../insurance/insurers.ts';
import type { CardCopy } from '../insurance/queries.ts';
import { Refusal } from '../refusal.ts';
import { findUnnamed, findUnnamedOrder, insertLine, insertLinesOfCard } from './queries.ts';

/** A list of work shows this many at most. */
const SHOWN = 200;

/** Lists the paid orders whose insurer is to be named. */
export async function listUnnamed(ctx: Ctx) {
  const { rows, total } = await findUnnamed(ctx.db, SHOWN);
  return { orders: rows, total };
}

/** @throws 404 NOT_FOUND for an order that has an insurer, or none to name */
export async function loadUnnamed(ctx: Ctx, id: string): Promise<{ id: string }> {
  const order = await findUnnamedOrder(ctx.db, id);
  if (order === null) throw new Refusal('NOT_FOUND');
  return order;
}

/**
 * Names the insurer of a paid order, of its card while that is still the same, and of the other orders with this card.
 * @throws 404 NOT_FOUND for an order that has one, or none to name; 422 INVALID for an insurer that does not allow the rate
 */
export async function nameInsurer(ctx: Ctx, orderId: string, insurer: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const order = await findUnnamedOrder(tx, orderId);
    const { cardId: id, cardRate: rate, cardUrl: fileKey } = order ?? {};
    if (order === null || id == null || rate == null || fileKey == null) throw new Refusal('NOT_FOUND');
    const named = await findNamed(tx, insurer, rate);
    if (named === null) throw new Refusal('NOT_FOUND');
    const card = { id, rate, fileKey };
    const line = { insurerId: named.id, changedById: ctx.actor._id, changedAt: ctx.clock.now() };
    await insertLinesOfCard(tx, card, line);
    await setInsurer(tx, card, named.id);
    const { customerId } = order;
    const details = { fields: ['insurerId'] };
    await record(ctx, tx, { action: 'change', kind: 'order', id: orderId, customerId, details });
  });
}

interface PaidOrder {
  readonly orderId: string;
  readonly card: CardCopy | null;
  readonly reduction: number;
}

/**
 * Notes which insurer owes the reduction of an order, in the transaction that pays it. One whose card nobody has checked, or whose
 * insurer is to be named, gets none: it is listed until a super administrator names it.
 */
export async function noteInsurer(
  { clock }: Pick<SystemCtx, 'clock'>,
  tx: Database,
  { orderId, card, reduction }: PaidOrder,
): Promise<void> {
  if (card === null || reduction === 0) return;
  const insurer = await findInsurerOfCard(tx, card);
  if (insurer === null) return;
  await insertLine(tx, { orderId, insurerId: insurer.id, changedById: null, changedAt: clock.now() });
}
