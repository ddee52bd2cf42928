import { splitRemaining } from '@amasin/domain/benefits/journal.ts';
import { v7 } from 'uuid';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PayoutRow } from '../../database/schema/money/payouts.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { paidOut } from '../announce.ts';
import { sumPartnerBalance } from '../balance-queries.ts';
import { overRemaining } from '../paying/over-remaining.ts';
import { insertPayouts, lockPartners } from '../paying/payout-queries.ts';
import { bookPayouts, recordPayouts } from './book-payouts.ts';
import { senderTo } from './choose-sender.ts';
import {
  findPayout,
  findPayoutAccounts,
  findReplacement,
  insertPayoutRows,
  lockPayout,
} from './sending-queries.ts';

/** @throws 404 NOT_FOUND */
export async function loadPayout({ db }: Ctx, id: string): Promise<PayoutRow> {
  const payout = await findPayout(db, id);
  if (payout === null) throw new Refusal('NOT_FOUND');
  return payout;
}

/**
 * Replaces a failed payout, once: by another one through the provider, or with a note by one that was made by hand. Repeated by the
 * same user, it changes nothing.
 * @throws 409 STATE_CHANGED when it has not failed, or another user replaced it; 409 OVER_REMAINING, ALREADY_PAID_OUT when its amount
 * was paid meanwhile; 409 PAYOUT_NO_ACCOUNT without a note, when there is nowhere to send it
 */
export async function replacePayout(ctx: Ctx, known: PayoutRow, note: string | null): Promise<void> {
  const { id: replacesId, beneficiaryId: partnerId, amount } = known;
  await transact(ctx.db, async (tx) => {
    const [partner] = await lockPartners(tx, [partnerId]);
    const failed = await lockPayout(tx, replacesId);
    const replacement = await findReplacement(tx, replacesId);
    if (replacement?.askedById === ctx.actor._id) return;
    if (failed.state !== 'failed' || replacement !== null) throw new Refusal('STATE_CHANGED');
    const at = ctx.clock.now();
    const balance = await sumPartnerBalance(tx, partnerId);
    const remaining = splitRemaining(balance, partner?.verified === true).payable;
    if (amount > remaining)
      throw await overRemaining(tx, { partnerId, amount, remaining, path: 'amount', at });
    if (note !== null) return payByHand(ctx, tx, { partnerId, amount, replacesId, note, at });
    const account = (await findPayoutAccounts(tx, [partnerId])).get(partnerId);
    if (senderTo(ctx, account) === null) throw new Refusal('PAYOUT_NO_ACCOUNT');
    await bookPayouts(ctx, tx, [{ partnerId, amount }], { at, replacesId });
  });
}

interface ByHand {
  readonly partnerId: string;
  readonly amount: number;
  readonly replacesId: string;
  readonly note: string;
  readonly at: Date;
}

async function payByHand(ctx: Ctx, tx: Database, { partnerId, amount, replacesId, note, at }: ByHand) {
  const actorId = ctx.actor._id;
  const [booked] = await insertPayouts(tx, { actorId, at }, [{ partnerId, amount }]);
  if (booked === undefined) throw new Error('the payout was not inserted');
  const done = { state: 'done' as const, askedById: actorId, askedAt: at, settledAt: at };
  const row = { id: v7(), journalId: booked.id, beneficiaryId: partnerId, amount, replacesId, note, ...done };
  await insertPayoutRows(tx, [row]);
  await recordPayouts(ctx, tx, [booked]);
  await notify(ctx.jobs, tx, at, [paidOut({ partnerId, amount })]);
}
