import { splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { PartnerPayoutRequest } from '@amasin/domain/benefits/payout-request.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { sumPartnerBalances } from '../balance-queries.ts';
import { bookPayouts } from '../sending/book-payouts.ts';
import { overRemaining } from './over-remaining.ts';
import { lockPartners, type Payout } from './payout-queries.ts';

/**
 * Pays all of these partners or none, by the provider or by hand, and notifies them (rule 6). Concurrent payouts to one partner run one at a time.
 * @param respond builds the response and stores it in the same transaction, so that a repeated request pays nothing
 * @throws 422 INVALID for an id that is not a partner; 409 OVER_REMAINING, including for an unverified
 * partner; 409 ALREADY_PAID_OUT when another payout came first; 409 PAYOUT_TOO_HIGH
 */
export async function payPartners<A>(
  ctx: Ctx,
  requests: readonly PartnerPayoutRequest[],
  respond: (tx: Database, paid: readonly Payout<string>[]) => Promise<A>,
): Promise<A> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    const payable = await payableTo(tx, requests);
    for (const [index, { idPartner, amount }] of requests.entries()) {
      const remaining = payable.get(idPartner) ?? 0;
      const path = `partners.${index}.amount`;
      if (amount > remaining)
        throw await overRemaining(tx, { partnerId: idPartner, amount, remaining, path, at });
    }
    const payouts = requests.map(({ idPartner, amount }) => ({ partnerId: idPartner, amount }));
    return respond(tx, await bookPayouts(ctx, tx, payouts, { at }));
  });
}

/** The payable amount by partner id. Locks their rows first, then sums the ledger. */
async function payableTo(
  tx: Database,
  requests: readonly PartnerPayoutRequest[],
): Promise<Map<string, number>> {
  const ids = requests.map(({ idPartner }) => idPartner);
  const partners = await lockPartners(tx, ids);
  const found = new Set(partners.map(({ id }) => id));
  const unknown = ids.flatMap((id, index) =>
    found.has(id) ? [] : [[`partners.${index}.idPartner`, 'Partenaire inconnu']],
  );
  if (unknown.length > 0) throw new Refusal('INVALID', { fields: Object.fromEntries(unknown) });
  const balances = await sumPartnerBalances(tx, ids);
  return new Map(
    partners.map(({ id, verified }) => {
      const balance = balances.get(id);
      return [id, balance === undefined ? 0 : splitRemaining(balance, verified).payable];
    }),
  );
}
