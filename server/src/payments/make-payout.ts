import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { SystemCtx } from '../ctx.ts';
import type { PayoutRequest, PayoutStatus } from '../ports/payment-provider.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import type { Sender } from './choose-sender.ts';
import { countSentTo } from './refund-queries.ts';

/** Reads what a provider has made since then, by our numbers. */
export type ReadMade = (sender: Sender, since: Date) => Promise<ReadonlyMap<string, string>>;

/** Reads the list of a provider once for a whole run: it grows with each payout that the run sends. */
export function readMadeOnce(): ReadMade {
  const lists = new Map<string, { since: Date; list: ReturnType<ReadMade> }>();
  return async ({ name, payouts }, since) => {
    const known = lists.get(name);
    if (known !== undefined && known.since <= since) return known.list;
    const list = withTimeout(payouts.made(since));
    lists.set(name, { since, list });
    // The next payout asks again.
    list.catch(() => lists.delete(name));
    return list;
  };
}

interface Step {
  /** How often it was tried before. */
  readonly tries: number;
  readonly readMade: ReadMade;
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
  sender: Sender,
  request: PayoutRequest,
  { tries, readMade, providerPayoutId, store }: Step,
): Promise<PayoutStatus | null> {
  const { name, payouts } = sender;
  let known = providerPayoutId;
  if (known === null) {
    const since = new Date(clock.now().getTime() - DAY_MS);
    if ((await countSentTo(db, { phone: request.phone, provider: name }, since)) >= payouts.maxADay)
      return null;
    const { payoutId, askedAt } = request;
    // Before the first try it can only have been made from the database that this one was restored from, before the run began. After
    // a try without an answer it may be made at any moment.
    const made = await (tries === 0 ? readMade(sender, askedAt) : withTimeout(payouts.made(askedAt)));
    const prepared = made.get(payoutId) ?? (await withTimeout(payouts.prepare(request)));
    // It was refused before anything could be sent: no money has moved, and the same request would be refused again.
    if (typeof prepared !== 'string') return prepared;
    known = prepared;
    if (!(await store(known))) return null;
  }
  return withTimeout(payouts.send(known, request));
}
