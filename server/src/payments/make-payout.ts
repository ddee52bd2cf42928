import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PayoutRequest, PayoutStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import type { Sender } from './choose-sender.ts';
import { countSentTo } from './refund-queries.ts';

interface Step {
  /** The provider's own id of the payout, once it is prepared. */
  readonly providerPayoutId: string | null;
  /** Stores that id before it moves money; false when it was stored meanwhile. */
  readonly store: (providerPayoutId: string) => Promise<boolean>;
}

/**
 * Makes a payout at its provider, or asks what became of it. The provider's id is stored before it moves money: whatever happens in
 * between, the payout is sent under that id only.
 * @returns null when it has to wait
 */
export async function makePayout(
  { db, clock }: Pick<SystemCtx, 'db' | 'clock'>,
  { name, payouts }: Sender,
  request: PayoutRequest,
  { providerPayoutId, store }: Step,
): Promise<PayoutStatus | null> {
  let known = providerPayoutId;
  if (known === null) {
    const since = new Date(clock.now().getTime() - DAY_MS);
    if ((await countSentTo(db, { phone: request.phone, provider: name }, since)) >= payouts.maxADay)
      return null;
    const found = await withTimeout(payouts.find(request));
    const prepared = found ?? (await withTimeout(payouts.prepare(request)));
    // It was refused before anything could be sent: no money has moved, and the same request would be refused again.
    if (typeof prepared !== 'string') return prepared;
    known = prepared;
    if (!(await store(known))) return null;
  }
  return withTimeout(payouts.send(known, request));
}
