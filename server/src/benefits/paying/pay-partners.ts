import { splitRemaining } from '@amasin/domain/benefits/balance.ts';
import type { PartnerPayoutRequest } from '@amasin/domain/benefits/payout-request.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { paidOut } from '../announce.ts';
import { sumPartnerBalances } from '../balance-queries.ts';
import { overRemaining } from './over-remaining.ts';
import { insertPayouts, lockPartners } from './payout-queries.ts';

/**
 * Pays these partners, all of them or nobody, and tells each (RULES 6). Of two payouts at once to the same partner the
 * second sees what the first left.
 * @throws 422 for whoever is no partner; 409 OVER_REMAINING, also while a partner is not verified
 */
export async function payPartners(ctx: Ctx, asked: readonly PartnerPayoutRequest[]) {
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
    return paid;
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
