import { type Payee, remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import { isPayeeType } from '@amasin/domain/benefits/payee.ts';
import type { PartnerPayoutRequest, payoutAccountChange } from '@amasin/domain/benefits/payout.ts';
import type { HandMethod, handPayout, SettlementRequest } from '@amasin/domain/benefits/settlement.ts';
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
import { senderTo } from '../payments/choose-sender.ts';
import { Refusal } from '../refusal.ts';
import { checkOwnPassword } from '../session/own.ts';
import { sumBalance, sumBalances, sumPlatformBalance } from './balance-queries.ts';
import { isNewAccount, readUsable } from './choose-sender.ts';
import { accountChanged, onItsWay, paidOut } from './notices.ts';
import {
  findLastPayout,
  findPayout,
  findPayoutAccounts,
  findReplacement,
  insertPayoutRows,
  insertPayouts,
  lockPayees,
  lockPayout,
  lockPlatform,
  type Payout,
  sumAllSending,
  upsertPayoutAccount,
} from './payout-queries.ts';

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/**
 * Pays all of these partners or none, by the provider or by hand, and notifies them (rule 6). Concurrent payouts to one partner run
 * one at a time.
 * @param respond builds the response and stores it in the same transaction, so that a repeated request pays nothing
 * @throws 422 INVALID for an id that is not a partner; 409 OVER_REMAINING, including for an unverified
 * partner; 409 ALREADY_PAID_OUT when another payout came first; 409 PAYOUT_TOO_HIGH; 409 PAYOUT_ACCOUNT_NEW
 */
export async function payPartners<A>(
  ctx: Ctx,
  requests: readonly PartnerPayoutRequest[],
  respond: (tx: Database, paid: readonly Payout<Payee>[]) => Promise<A>,
): Promise<A> {
  return transact(ctx.db, async (tx) => {
    const asked = requests.map(({ idPartner, amount }) => ({ id: idPartner, amount }));
    const decided = await decide(ctx, tx, asked, {
      isWanted: ({ type }) => type === 'partnerDoctor',
      idPath: (index) => `partners.${index}.idPartner`,
      amountPath: (index) => `partners.${index}.amount`,
    });
    return respond(tx, await bookPayouts(ctx, tx, decided, { at: ctx.clock.now() }));
  });
}

/**
 * Sends what was prepared to payees of any type, all or none. What is asked together must be there: the provider's balance, less what
 * is on its way, is read before.
 * @throws as `payPartners`; 409 PAYOUT_NO_ACCOUNT for one whom no provider pays; 409 PAYOUT_SHORT
 */
export async function paySettlement<A>(
  ctx: Ctx,
  { payouts }: SettlementRequest,
  respond: (tx: Database, paid: readonly Payout<Payee>[]) => Promise<A>,
): Promise<A> {
  const usable = await readUsable(ctx);
  return transact(ctx.db, async (tx) => {
    // Two settlements count what is on its way one after the other.
    await lockPlatform(tx);
    const asked = payouts.map(({ payee, amount }) => ({ id: payee, amount }));
    const decided = await decide(ctx, tx, asked, {
      isWanted: () => true,
      idPath: (index) => `payouts.${index}.payee`,
      amountPath: (index) => `payouts.${index}.amount`,
    });
    const accounts = await findPayoutAccounts(
      tx,
      decided.map(({ to }) => to.id),
    );
    if (decided.some(({ to }) => senderTo(ctx, accounts.get(to.id)) === null))
      throw new Refusal('PAYOUT_NO_ACCOUNT');
    const total = sum(decided, ({ amount }) => amount);
    const sending = sum([...(await sumAllSending(tx)).values()], (amount) => amount);
    if (usable !== null && total > usable - sending)
      throw new Refusal('PAYOUT_SHORT', { values: { rest: formatAmount(Math.max(0, usable - sending)) } });
    return respond(tx, await bookPayouts(ctx, tx, decided, { at: ctx.clock.now() }));
  });
}

/**
 * Books a payout that was made by hand, with its reference.
 * @throws 422 INVALID for somebody who is not a payee; 409 OVER_REMAINING, ALREADY_PAID_OUT
 */
export async function payByHand<A>(
  ctx: Ctx,
  { payee, amount, method, reference }: z.output<typeof handPayout>,
  respond: (tx: Database, paid: Payout<Payee>) => Promise<A>,
): Promise<A> {
  return transact(ctx.db, async (tx) => {
    const decided = await decide(ctx, tx, [{ id: payee, amount }], {
      isWanted: () => true,
      idPath: () => 'payee',
      amountPath: () => 'amount',
    });
    const [one] = decided;
    if (one === undefined) throw new Error('nothing was decided');
    return respond(tx, await bookByHand(ctx, tx, { ...one, method, note: reference }));
  });
}

interface Asked {
  readonly id: string;
  readonly amount: number;
}

interface Decided {
  readonly to: Payee;
  readonly amount: number;
}

interface Deciding {
  isWanted(payee: Payee): boolean;
  idPath(index: number): string;
  amountPath(index: number): string;
}

/** Locks the payees, then sums the ledger: nobody is paid more than is owed. */
async function decide(
  ctx: Ctx,
  tx: Database,
  asked: readonly Asked[],
  { isWanted, idPath, amountPath }: Deciding,
): Promise<Decided[]> {
  const ids = asked.map(({ id }) => id);
  const payees = new Map((await lockPayees(tx, ids)).filter(isWanted).map((one) => [one.id, one]));
  const unknown = ids.flatMap((id, index) => (payees.has(id) ? [] : [[idPath(index), UNKNOWN]]));
  if (unknown.length > 0) throw new Refusal('INVALID', { fields: Object.fromEntries(unknown) });
  const balances = await sumBalances(tx, ids);
  const at = ctx.clock.now();
  const decided: Decided[] = [];
  for (const [index, { id, amount }] of asked.entries()) {
    const to = payees.get(id);
    if (to === undefined) throw new Error('the payee was not locked');
    const balance = balances.get(id);
    const remaining = balance === undefined ? 0 : splitRemaining(balance, to.verified).payable;
    if (amount > remaining)
      throw await overRemaining(tx, { payeeId: id, amount, remaining, path: amountPath(index), at });
    decided.push({ to: { id, type: to.type }, amount });
  }
  return decided;
}

const UNKNOWN = 'Partenaire inconnu';

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
      throw await overRemaining(tx, { payeeId: null, amount, remaining, path: 'amount', at });
    const payouts = [{ to: null, amount }];
    const [paid] = await insertPayouts(tx, { actorId: ctx.actor._id, at }, payouts);
    if (paid === undefined) throw new Error('the payout was not inserted');
    await record(ctx, tx, { action: 'pay-out', kind: 'payout', id: paid.id, details: { amount } });
    return respond(tx, paid);
  });
}

/**
 * Books payouts to payees as paid, in the transaction that decided them. The repeated job sends those that a provider can make; the
 * others are paid by hand. The message to the payee says which.
 * @param replacesId the failed payout that this one replaces
 * @throws 409 PAYOUT_TOO_HIGH for more than the provider sends at once; PAYOUT_ACCOUNT_NEW for an account that was just changed
 */
async function bookPayouts(
  ctx: Ctx,
  tx: Database,
  decided: readonly Decided[],
  { at, replacesId = null }: { at: Date; replacesId?: string | null },
): Promise<Payout<Payee>[]> {
  const actorId = ctx.actor._id;
  const accounts = await findPayoutAccounts(
    tx,
    decided.map(({ to }) => to.id),
  );
  const senders = decided.map(({ to, amount }) => {
    const account = accounts.get(to.id);
    const sender = senderTo(ctx, account);
    const max = sender?.payouts.maxAmount ?? amount;
    if (amount > max) throw new Refusal('PAYOUT_TOO_HIGH', { values: { max: formatAmount(max) } });
    if (!sender || account === undefined) return null;
    if (isNewAccount(account, at)) throw new Refusal('PAYOUT_ACCOUNT_NEW');
    const { operator, phone } = account;
    return { provider: sender.name, operator, phone };
  });
  const booked = await insertPayouts(tx, { actorId, at }, decided);
  const rows = booked.flatMap(({ id: journalId, to, amount }, index) => {
    const sender = senders[index];
    if (!sender) return [];
    const asked = { state: 'asked' as const, askedById: actorId, askedAt: at, nextTryAt: at };
    return [{ id: v7(), journalId, beneficiaryId: to.id, amount, ...sender, ...asked, replacesId }];
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
  const { id: replacesId, beneficiaryId: payeeId, amount } = known;
  await transact(ctx.db, async (tx) => {
    const [payee] = await lockPayees(tx, [payeeId]);
    const failed = await lockPayout(tx, replacesId);
    const replacement = await findReplacement(tx, replacesId);
    if (replacement?.askedById === ctx.actor._id) return;
    if (payee === undefined || failed.state !== 'failed' || replacement !== null)
      throw new Refusal('STATE_CHANGED');
    const at = ctx.clock.now();
    const remaining = splitRemaining(await sumBalance(tx, payeeId), payee.verified).payable;
    if (amount > remaining) throw await overRemaining(tx, { payeeId, amount, remaining, path: 'amount', at });
    const decided = { to: { id: payeeId, type: payee.type }, amount };
    if (note !== null) {
      await bookByHand(ctx, tx, { ...decided, replacesId, note });
      return;
    }
    const account = (await findPayoutAccounts(tx, [payeeId])).get(payeeId);
    if (senderTo(ctx, account) === null) throw new Refusal('PAYOUT_NO_ACCOUNT');
    await bookPayouts(ctx, tx, [decided], { at, replacesId });
  });
}

interface ByHand extends Decided {
  /** The failed payout that it replaces, if it does. */
  readonly replacesId?: string;
  readonly method?: HandMethod;
  readonly note: string;
}

async function bookByHand(ctx: Ctx, tx: Database, { to, amount, ...how }: ByHand): Promise<Payout<Payee>> {
  const actorId = ctx.actor._id;
  const at = ctx.clock.now();
  const [booked] = await insertPayouts(tx, { actorId, at }, [{ to, amount }]);
  if (booked === undefined) throw new Error('the payout was not inserted');
  const done = { state: 'done' as const, askedById: actorId, askedAt: at, settledAt: at };
  await insertPayoutRows(tx, [
    { id: v7(), journalId: booked.id, beneficiaryId: to.id, amount, ...how, ...done },
  ]);
  await recordPayouts(ctx, tx, [booked]);
  await notify(ctx.jobs, tx, at, [paidOut({ to, amount })]);
  return booked;
}

/**
 * Sets, with their password, the account on which the caller is paid, and tells them if it replaces another one. A payout that is
 * decided already goes to the account of that moment; the next ones wait for a day (rule 57).
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
export async function setPayoutAccount(
  ctx: Ctx,
  { currentPassword, ...account }: z.output<typeof payoutAccountChange>,
): Promise<void> {
  const { _id: id, type } = ctx.actor;
  if (!isPayeeType(type)) throw new Refusal('FORBIDDEN');
  await checkOwnPassword(ctx, currentPassword);
  await transact(ctx.db, async (tx) => {
    // A payout that is being decided goes to the one or the other, and the message names the one before.
    await lockPayees(tx, [id]);
    const before = (await findPayoutAccounts(tx, [id])).get(id);
    const isSame = before?.operator === account.operator && before.phone === account.phone;
    if (isSame) return;
    const changedAt = before === undefined ? null : ctx.clock.now();
    await upsertPayoutAccount(tx, id, { ...account, changedAt });
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutAccount'] } });
    if (before !== undefined)
      await notify(ctx.jobs, tx, ctx.clock.now(), [accountChanged({ id, type }, account)]);
  });
}

/** The caller may not have seen a payout that is younger than this, ms. */
const UNSEEN_MS = DAY_MS;

interface TooMuch {
  /** Null for the platform. */
  readonly payeeId: string | null;
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
  { payeeId, amount, remaining, path, at }: TooMuch,
): Promise<Refusal> {
  const last = await findLastPayout(tx, payeeId);
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
