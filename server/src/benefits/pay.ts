import { isDeepStrictEqual } from 'node:util';
import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { PartnerPayoutRequest, payoutAccountChange } from '@amasin/domain/benefits/payout.ts';
import { dayInBenin, timeInBenin } from '@amasin/domain/contract/dates.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { type RefusalCode, refusalMessage } from '@amasin/domain/contract/refusals.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PayoutRow } from '../database/schema/payouts.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { Refusal } from '../refusal.ts';
import { checkOwnPassword } from '../session/own.ts';
import { sumPartnerBalance, sumPartnerBalances, sumPlatformBalance } from './balance-queries.ts';
import { senderTo } from './choose-sender.ts';
import { accountChanged, onItsWay, paidOut } from './notices.ts';
import {
  findLastPayout,
  findPayout,
  findPayoutAccounts,
  findReplacement,
  insertPayoutRows,
  insertPayouts,
  lockPartners,
  lockPayout,
  lockPlatform,
  type Payout,
  upsertPayoutAccount,
} from './payout-queries.ts';
import { readPartnerBenefits } from './read.ts';

/**
 * Pays all of these partners or none, by the provider or by hand, and notifies them (rule 6). Concurrent payouts to one partner run
 * one at a time.
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

/** Returns the payable amounts by partner id. Locks the partners first, then sums the ledger. */
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

/**
 * Pays out part or all of the platform's own share.
 * @param respond builds the response and stores it in the same transaction, so that a repeated request pays nothing
 * @throws 409 OVER_REMAINING when the amount exceeds the balance, ALREADY_PAID_OUT when another payout came first
 */
export async function paySuperAdmin<A>(
  ctx: Ctx,
  amount: number,
  respond: (tx: Database, paid: Payout<null>) => Promise<A>,
): Promise<A> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    await lockPlatform(tx);
    const remaining = remainingOf(await sumPlatformBalance(tx));
    if (amount > remaining)
      throw await overRemaining(tx, { partnerId: null, amount, remaining, path: 'amount', at });
    const payouts = [{ partnerId: null, amount }];
    const [paid] = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    if (paid === undefined) throw new Error('the payout was not inserted');
    await record(ctx, tx, { action: 'pay-out', kind: 'payout', id: paid.id, details: { amount } });
    return respond(tx, paid);
  });
}

interface Decided {
  readonly partnerId: string;
  readonly amount: number;
}

/**
 * Books payouts to partners as paid, in the transaction that decided them. The repeated job sends those that a provider can make; the
 * others are paid by hand. The message to the partner says which.
 * @param replacesId the failed payout that this one replaces
 * @throws 409 PAYOUT_TOO_HIGH for more than the provider sends at once
 */
async function bookPayouts(
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
function recordPayouts(
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

/**
 * Sets, with their password, the account on which the caller is paid, and tells them if it replaces another one. A payout that is
 * decided already goes to the account of that moment.
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
export async function setPayoutAccount(
  ctx: Ctx,
  { currentPassword, ...account }: z.output<typeof payoutAccountChange>,
): Promise<Earnings> {
  const { _id: id } = ctx.actor;
  await checkOwnPassword(ctx, currentPassword);
  await transact(ctx.db, async (tx) => {
    const before = (await findPayoutAccounts(tx, [id])).get(id);
    await upsertPayoutAccount(tx, id, account);
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutAccount'] } });
    if (before !== undefined && !isDeepStrictEqual(before, account))
      await notify(ctx.jobs, tx, ctx.clock.now(), [accountChanged(id, account)]);
  });
  return readPartnerBenefits(ctx, id);
}

/** The caller may not have seen a payout that is younger than this, ms. */
const UNSEEN_MS = DAY_MS;

interface TooMuch {
  /** Null for the platform. */
  readonly partnerId: string | null;
  readonly amount: number;
  readonly remaining: number;
  /** The field of the amount. */
  readonly path: string;
  readonly at: Date;
}

/**
 * Returns 409 with the remaining amount, FCFA: ALREADY_PAID_OUT with who paid when, if the amount was payable until a payout of the
 * last day; otherwise OVER_REMAINING.
 */
async function overRemaining(
  tx: Database,
  { partnerId, amount, remaining, path, at }: TooMuch,
): Promise<Refusal> {
  const last = await findLastPayout(tx, partnerId);
  const rest = formatAmount(remaining);
  const wasPayableBefore =
    last !== null &&
    amount <= remaining + last.amount &&
    Math.abs(at.getTime() - last.at.getTime()) < UNSEEN_MS;
  if (!wasPayableBefore) return refusal('OVER_REMAINING', { rest }, path);
  const to = last.partner === null ? '' : ` à ${last.partner}`;
  const yesterday = dayInBenin(last.at) === dayInBenin(at) ? '' : 'hier ';
  const values = {
    what: `${formatAmount(last.amount)} F${to}`,
    name: last.actor,
    when: `${yesterday}à ${timeInBenin(last.at).slice(11, 16)}`,
    rest,
  };
  return refusal('ALREADY_PAID_OUT', values, path);
}

function refusal(code: RefusalCode, values: Record<string, string>, path: string): Refusal {
  return new Refusal(code, { values, fields: { [path]: refusalMessage(code, values) } });
}
