import { randomBytes } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/portal-limits.ts';
import type { Ctx } from '../ctx.ts';
import { stateChanged } from '../orders/moving/state-changed.ts';
import { freezeOrder } from '../orders/placing/freeze-order.ts';
import { findOrderFor } from '../orders/queries.ts';
import { Refusal } from '../refusal.ts';
import { inTime } from './in-time.ts';
import { changePayment, insertPayment } from './queries.ts';

interface Purpose {
  readonly amount: number;
  readonly draft: FrozenOrder | null;
  readonly orderId: string | null;
  readonly message: string;
}

/**
 * Freezes an order with its amount under a transaction id of ours and opens the provider's portal (RULES 13).
 * @throws 422 and 409 of freezeOrder; 409 STATE_CHANGED for an order that is not payable; 503 PAYMENT_SERVICE_ERROR
 */
export async function openPayment(ctx: Ctx, body: HandlerInput<typeof endpoints.openPayment>['body']) {
  const purpose = body.order
    ? payForDraft(await freezeOrder(ctx, body.order, 'order.'))
    : await payForOrder(ctx, body.orderId ?? '');
  const now = ctx.clock.now();
  const payment = await insertPayment(ctx.db, {
    transactionId: `TX-${randomBytes(15).toString('hex')}`,
    provider: ctx.payments.name,
    customerId: ctx.actor._id,
    amount: purpose.amount,
    draft: purpose.draft,
    orderId: purpose.orderId,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
  });
  const { transactionId, amount } = payment;
  const expiresAt = new Date(now.getTime() + PORTAL_MINUTES * 60_000);
  try {
    const portal = await inTime(
      ctx.payments.openPortal({ transactionId, amount, message: purpose.message, expiresAt }),
    );
    return { transactionId, amount, portal };
  } catch (error) {
    ctx.log.error({ err: error, transactionId }, 'the payment portal could not be opened');
    await changePayment(ctx.db, payment.id, { status: 'failed', settledAt: now, nextCheckAt: null });
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
}

function payForDraft(draft: FrozenOrder): Purpose {
  return { amount: draft.quote.total, draft, orderId: null, message: 'Commande de médicaments Amasin' };
}

async function payForOrder(ctx: Ctx, id: string): Promise<Purpose> {
  const view = await findOrderFor(ctx.db, ctx.actor, id);
  if (view === null) throw new Refusal('NOT_FOUND');
  const { order } = view;
  if (order.state !== 'pre-treatment') throw stateChanged(ctx.actor, order);
  if (order.total === null) throw new Refusal('NOT_PAYABLE_YET');
  return { amount: order.total, draft: null, orderId: id, message: `Commande ${order.number}` };
}
