import { splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { PartnerPayoutRequest } from '@amasin/domain/benefits/payout-request.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { paidOut } from '../announce.ts';
import { sumPartnerBalances } from '../balance-queries.ts';
import { overRemaining } from './over-remaining.ts';
import { insertPayouts, lockPartners, type Payout } from './payout-queries.ts';

/**
 * Pays these partners, all of them or nobody, and tells each (RULES 6). Of two payouts at once to the same partner the
 * second sees what the first left.
 * @param answer what is answered for them, kept in the same transaction: sent again, the same call pays nothing more
 * @throws 422 for whoever is no partner; 409 OVER_REMAINING, also while a partner is not verified
 */
export async function payPartners<A>(
  ctx: Ctx,
  asked: readonly PartnerPayoutRequest[],
  answer: (tx: Database, paid: readonly Payout<string>[]) => Promise<A>,
): Promise<A> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    const payable = await payableTo(tx, asked);
    for (const [index, { idPartner, amount }] of asked.entries()) {
      const rest = payable.get(idPartner) ?? 0;
      if (amount > rest) throw overRemaining(rest, `partners.${index}.amount`);
    }
    const payouts = asked.map(({ idPartner, amount }) => ({ partnerId: idPartner, amount }));
    const paid = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    await notify(tx, at, paid.map(paidOut));
    return answer(tx, paid);
  });
}

/** What may be paid to each of them now. Their rows are locked first, then the ledger is summed. */
async function payableTo(tx: Database, asked: readonly PartnerPayoutRequest[]): Promise<Map<string, number>> {
  const ids = asked.map(({ idPartner }) => idPartner);
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
