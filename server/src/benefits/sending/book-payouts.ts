import { formatAmount } from '@amasin/domain/contract/money.ts';
import { v7 } from 'uuid';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { onItsWay, paidOut } from '../announce.ts';
import { insertPayouts, type Payout } from '../paying/payout-queries.ts';
import { senderTo } from './choose-sender.ts';
import { findPayoutAccounts, insertPayoutRows } from './sending-queries.ts';

interface Decided {
  readonly partnerId: string;
  readonly amount: number;
}

/**
 * Books payouts to partners as paid, in the transaction that decided them: those whose partner can be paid by a provider are sent by
 * the repeated job, the others are paid by hand. The partners are told which.
 * @param replacesId the failed payout that this one replaces
 * @throws 409 PAYOUT_TOO_HIGH for more than the provider sends at once
 */
export async function bookPayouts(
  ctx: Ctx,
  tx: Database,
  decided: readonly Decided[],
  { at, replacesId = null }: { at: Date; replacesId?: string | null },
): Promise<Payout<string>[]> {
  const actorId = ctx.actor._id;
  const accounts = await findPayoutAccounts(
    tx,
    decided.map(({ partnerId }) => partnerId),
  );
  const senders = decided.map(({ partnerId, amount }) => {
    const account = accounts.get(partnerId);
    const sender = senderTo(ctx, account);
    const max = sender?.payouts.maxAmount ?? amount;
    if (amount > max) throw new Refusal('PAYOUT_TOO_HIGH', { values: { max: formatAmount(max) } });
    return sender && account ? { provider: sender.name, ...account } : null;
  });
  const booked = await insertPayouts(tx, { actorId, at }, decided);
  const rows = booked.flatMap(({ id: journalId, partnerId: beneficiaryId, amount }, index) => {
    const sender = senders[index];
    if (!sender) return [];
    const asked = { state: 'asked' as const, askedById: actorId, askedAt: at, nextTryAt: at };
    return [{ id: v7(), journalId, beneficiaryId, amount, ...sender, ...asked, replacesId }];
  });
  await insertPayoutRows(tx, rows);
  await recordPayouts(ctx, tx, booked);
  const messages = booked.map((payout, index) => {
    const sender = senders[index];
    return sender ? onItsWay(payout, sender) : paidOut(payout);
  });
  await notify(ctx.jobs, tx, at, messages);
  return booked;
}

/** Writes payouts to the journal of what was done, each under its own journal of the ledger. */
export function recordPayouts(
  ctx: Ctx,
  tx: Database,
  payouts: readonly { readonly id: string; readonly amount: number }[],
): Promise<void> {
  const about = { action: 'pay-out', kind: 'payout' } as const;
  return record(
    ctx,
    tx,
    payouts.map(({ id, amount }) => ({ ...about, id, details: { amount } })),
  );
}
