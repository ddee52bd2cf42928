import { type Balance, type Payee, remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import { isPayeeType, type PayeeType } from '@amasin/domain/benefits/payee.ts';
import { isDue, nextDue, type PayTerms, usualTerms } from '@amasin/domain/benefits/schedule.ts';
import {
  canBePaidAnyway,
  type OwnMoney,
  type PayeeDue,
  type PayeeTerms,
  type Settlement,
  type WaitReason,
} from '@amasin/domain/benefits/settlement.ts';
import { addDays, dateRange, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { maskPhone } from '@amasin/domain/payments/operators.ts';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { senderTo } from '../payments/choose-sender.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { findUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { findDebts, type PayeeWithBalance, sumBalance } from './balance-queries.ts';
import { isNewAccount, readUsable } from './choose-sender.ts';
import { settlementReady } from './notices.ts';
import {
  countSentToAll,
  findLastPaid,
  findPayoutAccounts,
  findTerms,
  type PayoutAccount,
  type PayoutTermsRow,
  sumAllSending,
  sumSending,
  upsertTerms,
} from './payout-queries.ts';
import { sumEarnedSince } from './queries.ts';

/** Everything that decides whether a payee is paid now. */
interface Situation {
  readonly type: PayeeType;
  readonly verified: boolean;
  readonly balance: Balance;
  readonly account: PayoutAccount | undefined;
  readonly terms: PayoutTermsRow | undefined;
  readonly lastPaidAt: Date | null;
  /** How many payouts the telephone of the account got in the last 24 hours. */
  readonly sentToday: number;
}

/** What may leave, and why it waits. `most`: what « verser maintenant » may send at once. */
interface Assessment {
  readonly waits: WaitReason | null;
  readonly now: number;
  readonly most: number;
}

/** Says whether a payee is paid now, and the first reason why not (rule 57). The provider's balance is another matter. */
function assess(ctx: SystemCtx, situation: Situation): Assessment {
  const { balance, account, terms, sentToday } = situation;
  const at = ctx.clock.now();
  const { payable } = splitRemaining(balance, situation.verified);
  const sender = senderTo(ctx, account);
  const { interval, minimum } = termsOf(situation);
  const reasons: [WaitReason, boolean][] = [
    ['owes', remainingOf(balance) < 0],
    ['unverified', payable === 0],
    ['no-account', account === undefined],
    ['account-changed', account !== undefined && isNewAccount(account, at)],
    ['by-hand', sender === null],
    ['daily-limit', sender !== null && sentToday >= sender.payouts.maxADay],
    ['left-out', terms?.leftOut != null],
    ['not-due', !isDue(interval, situation.lastPaidAt, at)],
    ['under-minimum', payable < minimum],
  ];
  const waits = reasons.find(([, holds]) => holds)?.[0] ?? null;
  const most = Math.min(payable, sender?.payouts.maxAmount ?? 0);
  if (waits === null) return { waits, now: most, most };
  return { waits, now: 0, most: canBePaidAnyway(waits) ? most : 0 };
}

const termsOf = ({ type, terms }: Pick<Situation, 'type' | 'terms'>): PayTerms => terms ?? usualTerms[type];

/** Prepares a settlement: what is owed to whom, what may be sent now, and what waits and why. Nothing leaves. */
export async function readSettlement(ctx: SystemCtx): Promise<Settlement> {
  const { db, clock } = ctx;
  const [debts, terms, lastPaid, sending, sentToday, usable, hold] = await Promise.all([
    findDebts(db),
    findTerms(db),
    findLastPaid(db),
    sumAllSending(db),
    countSentToAll(db, new Date(clock.now().getTime() - DAY_MS)),
    readUsable(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a provider did not say what can be paid out');
      return null;
    }),
    findMoneyHold(db),
  ]);
  const onItsWay = [...sending.values()].reduce((total, amount) => total + amount, 0);
  const free = usable === null ? null : Math.max(0, usable - onItsWay);
  let left = free ?? Number.POSITIVE_INFINITY;
  const payees = debts.flatMap((row) => {
    const { type } = row;
    if (!isPayeeType(type)) return [];
    const situation = situationOf({ ...row, type }, { terms, lastPaid, sentToday });
    const assessed = assess(ctx, situation);
    // The provider's balance serves them in the order of the list, whole payouts only.
    const isShort = assessed.now > left;
    if (!isShort) left -= assessed.now;
    const found = isShort ? { waits: 'short' as const, now: 0, most: left } : assessed;
    return [presentDue(ctx, row, situation, found, sending.get(row.id) ?? 0)];
  });
  return {
    payees,
    owed: payees.reduce((total, { owed }) => total + Math.max(0, owed), 0),
    now: payees.reduce((total, { now }) => total + now, 0),
    usable: free,
    sending: onItsWay,
    ...(hold !== null && { moneyWaits: true as const }),
  };
}

/** The repeated job: tells super administrators, when payouts are due, what may be sent. @returns to how many payees */
export async function tellSettlement(ctx: SystemCtx): Promise<number> {
  const { payees } = await readSettlement(ctx);
  const ready = payees.filter(({ now }) => now > 0);
  if (ready.length === 0) return 0;
  const amount = ready.reduce((total, { now }) => total + now, 0);
  await transact(ctx.db, async (tx) => {
    const admins = await findUserIdsOfType(tx, ['superAdmin']);
    const messages = admins.map((userId) => settlementReady(userId, { payees: ready.length, amount }));
    await notify(ctx.jobs, tx, ctx.clock.now(), messages);
  });
  return ready.length;
}

interface Found {
  readonly terms: ReadonlyMap<string, PayoutTermsRow>;
  readonly lastPaid: ReadonlyMap<string, Date>;
  readonly sentToday: ReadonlyMap<string, number>;
}

function situationOf(
  row: Omit<PayeeWithBalance, 'type'> & { type: PayeeType },
  { terms, lastPaid, sentToday }: Found,
): Situation {
  const { id, type, total, totalPaid, operator, payoutPhone: phone, accountChangedAt: changedAt } = row;
  return {
    type,
    verified: row.verified || type !== 'partnerDoctor',
    balance: { total, totalPaid },
    account: operator === null || phone === null ? undefined : { operator, phone, changedAt },
    terms: terms.get(id),
    lastPaidAt: lastPaid.get(id) ?? null,
    sentToday: phone === null ? 0 : (sentToday.get(phone) ?? 0),
  };
}

function presentDue(
  { clock }: SystemCtx,
  { id, name }: { id: string; name: string },
  situation: Situation,
  { waits, now, most }: Assessment,
  sending: number,
): PayeeDue {
  const { type, account, terms, lastPaidAt, balance } = situation;
  const { interval, minimum } = termsOf(situation);
  return {
    payee: { _id: id, name, type },
    owed: remainingOf(balance),
    now,
    most,
    sending,
    waits,
    leftOut: terms?.leftOut ?? null,
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
    nextAt: nextDue(interval, clock.now())?.toISOString() ?? null,
    ...(account && { account: { operator: account.operator, phone: maskPhone(account.phone) } }),
    interval,
    minimum,
  };
}

/** Reads what the caller earned today and this week, is owed and was paid, and why a payout waits. */
export async function readOwnMoney(ctx: Ctx): Promise<OwnMoney> {
  const { db, actor, clock } = ctx;
  const { _id: id, type } = actor;
  if (!isPayeeType(type)) throw new Refusal('FORBIDDEN');
  const now = clock.now();
  const [user, balance, sending, accounts, terms, today, week] = await Promise.all([
    findUser(db, id),
    sumBalance(db, id),
    sumSending(db, id),
    findPayoutAccounts(db, [id]),
    findTerms(db, [id]),
    sumEarnedSince(db, id, startOf(dayInBenin(now))),
    sumEarnedSince(db, id, startOf(mondayOf(dayInBenin(now)))),
  ]);
  const account = accounts.get(id);
  const ofPayee = terms.get(id);
  const verified = user?.verified === true || type !== 'partnerDoctor';
  const owes = { type, verified, balance, account, terms: ofPayee, lastPaidAt: null, sentToday: 0 };
  const { waits } = assess(ctx, owes);
  const { interval, minimum } = termsOf(owes);
  return {
    today,
    week,
    owed: remainingOf(balance),
    sending,
    paid: balance.totalPaid,
    // Whoever waits for a day reads the day.
    waits: remainingOf(balance) === 0 ? null : waits,
    leftOut: ofPayee?.leftOut ?? null,
    nextAt: nextDue(interval, now)?.toISOString() ?? null,
    minimum,
    ...(account && { account: { operator: account.operator, phone: account.phone } }),
  };
}

function startOf(day: string): Date {
  const from = dateRange(day)?.from;
  if (from === undefined) throw new Error(`not a day: ${day}`);
  return from;
}

/** The Monday of the week of a day. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** @throws 404 NOT_FOUND for somebody who is no payee */
export async function loadPayee({ db }: Ctx, id: string): Promise<Payee> {
  const user = await findUser(db, id);
  if (user === null || !isPayeeType(user.type)) throw new Refusal('NOT_FOUND');
  return { id, type: user.type };
}

/** Sets when a payee is paid and from how much on; a reason leaves the payee out until it is taken away. */
export async function setTerms(ctx: Ctx, { id }: Payee, terms: PayeeTerms): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await upsertTerms(tx, id, terms);
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutTerms'] } });
  });
}
