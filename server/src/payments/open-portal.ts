import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { LIMIT_MS, withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import { changePayment, findPayment, insertPayment, markUnopened } from './queries.ts';

/** The pause between two reads of a payment whose portal another request is opening, ms. */
const PAUSE_MS = 50;

/** What is bought: its amount, and a reference that `ctx.purchases` delivers it by. */
export type Purchase = Pick<
  PaymentRow,
  'amount' | 'basketId' | 'contentDigest' | 'draft' | 'orderId' | 'prescriptionId' | 'prescriptionVersion'
>;

/** Records a payment of the caller's under a transaction id of ours (RULES 13); its portal is opened afterwards. */
export function createPayment(ctx: Ctx, tx: Database, purchase: Purchase): Promise<PaymentRow> {
  const now = ctx.clock.now();
  return insertPayment(tx, {
    ...purchase,
    transactionId: `TX-${randomBytes(15).toString('hex')}`,
    provider: ctx.payments.name,
    customerId: ctx.actor._id,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
  });
}

/**
 * Opens the provider's portal for a payment.
 * @param onFailure runs when the portal could not be opened and no money has arrived
 * @throws 503 PAYMENT_SERVICE_ERROR
 */
export async function openPortal(
  ctx: Ctx,
  payment: PaymentRow,
  message: string,
  onFailure: () => Promise<void>,
): Promise<Opened> {
  const { transactionId, amount, createdAt } = payment;
  const expiresAt = new Date(createdAt.getTime() + PORTAL_MINUTES * 60_000);
  let portal: Portal;
  try {
    portal = await withTimeout(ctx.payments.openPortal({ transactionId, amount, message, expiresAt }));
  } catch (error) {
    ctx.log.error({ err: error, transactionId }, 'the payment portal could not be opened');
    // After a timeout the provider may have opened it all the same, and taken the money.
    if (await markUnopened(ctx.db, payment)) await onFailure();
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
  return openedOf(await changePayment(ctx.db, payment.id, { portal }), portal);
}

/**
 * The portal of a payment that is open already, or that another request is opening.
 * @throws 503 PAYMENT_SERVICE_ERROR where that request fails; 409 IN_PROGRESS where it takes too long
 */
export async function awaitPortal(ctx: Ctx, payment: PaymentRow): Promise<Opened> {
  const until = performance.now() + LIMIT_MS;
  for (let row = payment; ; row = await readAgain(ctx, row)) {
    if (row.portal !== null) return openedOf(row, row.portal);
    if (row.status !== 'pending') throw new Refusal('PAYMENT_SERVICE_ERROR');
    if (performance.now() > until) throw new Refusal('IN_PROGRESS');
    await pause(PAUSE_MS);
  }
}

async function readAgain(ctx: Ctx, { transactionId }: PaymentRow): Promise<PaymentRow> {
  const row = await findPayment(ctx.db, transactionId);
  if (row === null) throw new Error('the payment is gone');
  return row;
}

interface Opened {
  readonly transactionId: string;
  readonly amount: number;
  readonly portal: Portal;
  readonly basketId: string;
}

function openedOf({ transactionId, amount, basketId }: PaymentRow, portal: Portal): Opened {
  return { transactionId, amount, portal, basketId };
}
