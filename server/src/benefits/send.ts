import { FIRST_CHECK_MS, LONGEST_WAIT_MS } from '@amasin/domain/payments/follow-up.ts';
import { record } from '../audit/record.ts';
import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { senderNamed } from '../payments/choose-sender.ts';
import { makePayout, type ReadMade, readMadeOnce } from '../payments/make-payout.ts';
import { isFromBackup } from '../payments/queries.ts';
import type { PayoutStatus } from '../ports/payment-provider.ts';
import { notArrived, paidOut, payoutFailed } from './notices.ts';
import {
  type DuePayout,
  findDuePayouts,
  lockPayout,
  namePayout,
  schedulePayout,
  updatePayout,
} from './payout-queries.ts';
import { recordReturn } from './record-journals.ts';

/** Payouts are read this many at once, and sent one after the other: each counts for what its telephone may get. */
const BATCH = 10;
/** A run ends before the next one starts, ms. */
const RUN_MS = 50_000;

/**
 * The repeated job: prepares the payouts that were decided, sends them, and asks what became of them, until the provider says done or
 * failed. The provider's id is stored before it moves money: whatever happens in between, a payout is sent under that id only.
 * @returns how many were done
 */
export async function sendPayouts(ctx: SystemCtx): Promise<number> {
  const until = performance.now() + RUN_MS;
  const readMade = readMadeOnce();
  let count = 0;
  for (;;) {
    const due = await findDuePayouts(ctx.db, ctx.clock.now(), BATCH);
    for (const one of due) count += Number(await trySend(ctx, one, readMade));
    if (due.length < BATCH || performance.now() > until) return count;
  }
}

async function trySend(ctx: SystemCtx, due: DuePayout, readMade: ReadMade): Promise<boolean> {
  const { payout } = due;
  try {
    const wait = Math.min(FIRST_CHECK_MS * 2 ** Math.min(payout.tries, 20), LONGEST_WAIT_MS);
    const nextTryAt = new Date(ctx.clock.now().getTime() + wait);
    // Scheduled before the request, so that only one process sends it.
    if (!(await schedulePayout(ctx.db, payout, nextTryAt))) return false;
    const status = await send(ctx, due, readMade);
    return status !== null && (await applyStatus(ctx, due, status));
  } catch (error) {
    ctx.log.error({ err: error, payoutId: payout.id }, 'a payout got no response');
    return false;
  }
}

/** @returns null when it has to wait */
async function send(
  ctx: SystemCtx,
  { payout, name }: DuePayout,
  readMade: ReadMade,
): Promise<PayoutStatus | null> {
  const { id: payoutId, amount, operator, phone, askedAt } = payout;
  const sender = senderNamed(ctx, payout.provider ?? '');
  if (sender === null || operator === null || phone === null) {
    // A payout that was never prepared cannot have been paid. Otherwise, or after a restore, only its provider knows.
    const isUnsent = payout.providerPayoutId === null && !(await isFromBackup(ctx.db, askedAt));
    return isUnsent ? { state: 'failed', reason: null } : null;
  }
  const request = { payoutId, amount, operator, phone, name, askedAt };
  const { providerPayoutId, tries } = payout;
  const store = (id: string) => namePayout(ctx.db, payoutId, id);
  return makePayout(ctx, sender, request, { tries, readMade, providerPayoutId, store });
}

/** Applies the provider's answer once: a payout that is done or failed never changes. @returns whether it is done now */
async function applyStatus(
  ctx: SystemCtx,
  { payout: { id }, name, type }: DuePayout,
  { state, reason }: PayoutStatus,
): Promise<boolean> {
  return transact(ctx.db, async (tx) => {
    const { beneficiaryId: payeeId, journalId, amount, state: before } = await lockPayout(tx, id);
    if (before === 'done' || before === 'failed') return false;
    const at = ctx.clock.now();
    if (state === 'pending') {
      if (before === 'asked') await updatePayout(tx, id, { state: 'sent' });
      return false;
    }
    const to = { id: payeeId, type };
    const settled = { state, settledAt: at, nextTryAt: null };
    const line = { action: 'settle', kind: 'payout', id: journalId, details: { amount, to: state } } as const;
    await record({ clock: ctx.clock }, tx, line);
    if (state === 'done') {
      await updatePayout(tx, id, settled);
      await notify(ctx.jobs, tx, at, [paidOut({ to, amount })]);
      return true;
    }
    const returnJournalId = await recordReturn(tx, { payeeId, amount, at });
    await updatePayout(tx, id, { ...settled, failure: reason, returnJournalId });
    const admins = await findUserIdsOfType(tx, ['superAdmin']);
    const messages = admins.map((userId) => payoutFailed(userId, { payeeId, name, amount, reason }));
    await notify(ctx.jobs, tx, at, [...messages, notArrived({ to, amount })]);
    return false;
  });
}
