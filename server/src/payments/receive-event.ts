import type { PublicCtx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from '../routing/handlers.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * A provider's webhook. Acknowledged whatever it changes, an unknown transaction included: a provider repeats what it
 * is not thanked for.
 * @throws 404 for another provider than ours; 401 BAD_SIGNATURE
 */
export async function receiveEvent(ctx: PublicCtx, provider: string, call: Call): Promise<void> {
  if (provider !== ctx.payments.name) throw new Refusal('NOT_FOUND');
  const event = ctx.payments.readEvent(call.rawBody, call.headers);
  if (event === null) throw new Refusal('BAD_SIGNATURE');
  if (event === 'unreadable') {
    // Thanked for all the same: the repeated job asks what the money came to.
    ctx.log.error({ provider }, 'the provider sent a signed event that cannot be read');
    return;
  }
  const settled = await settlePayment(ctx, event.transactionId, event, event.eventId);
  if (settled === null) {
    ctx.log.warn({ transactionId: event.transactionId }, 'the provider reports an unknown transaction');
  }
}
