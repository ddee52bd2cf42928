import {
  claimPaidEntries,
  claimRefusedEntries,
  claimResentEntries,
  type Entry,
} from '@amasin/domain/benefits/journal.ts';
import type { lineChange } from '@amasin/domain/claims/claim.ts';
import { type Bearer, type MonthMove, mayBecome } from '@amasin/domain/claims/lifecycle.ts';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { lockInsurer } from '../insurance/insurer-queries.ts';
import { releaseOrders } from '../insurance/release-orders.ts';
import { notify } from '../notifications/notify.ts';
import { insertJournals } from '../payments/journal-queries.ts';
import { Refusal } from '../refusal.ts';
import { askedFor } from './notices.ts';
import { findInsurerOfLine, type LockedLine, lockLine, lockMonth, updateLine } from './queries.ts';

type Answer = z.output<typeof lineChange>;

/**
 * Moves every line of a month that may go there; the others stay as they are. Repeated, it changes nothing. All of it is one
 * transaction: rows, ledger and journal.
 */
export async function moveClaim(ctx: Ctx, insurerId: string, month: string, state: MonthMove): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await lockInsurer(tx, insurerId);
    let count = 0;
    let amount = 0;
    for (const locked of await lockMonth(tx, { insurerId, month })) {
      // What a customer is asked for is no money of the insurer.
      if (locked.line.state === 'refused' || !mayBecome(locked.line, state)) continue;
      const moved = await moveLine(ctx, tx, locked, { state });
      if (moved === null) continue;
      count += 1;
      amount += moved;
    }
    if (count === 0) return;
    const details = { event: state, to: month, count, amount };
    await record(ctx, tx, { action: 'claim', kind: 'insurer', id: insurerId, details });
    if (state === 'paid') await releaseOrders(ctx, tx, insurerId);
  });
}

/**
 * Notes what an insurer has answered about one order, in one transaction. Repeated, it changes nothing.
 * @throws 404 NOT_FOUND; 409 CLAIM_CHANGED when it may not go there (any more)
 */
export async function moveClaimLine(ctx: Ctx, id: string, answer: Answer): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const insurerId = await findInsurerOfLine(tx, id);
    if (insurerId === null) throw new Refusal('NOT_FOUND');
    await lockInsurer(tx, insurerId);
    const locked = await lockLine(tx, id);
    if (locked === null) throw new Refusal('NOT_FOUND');
    const { state } = locked.line;
    if (state === answer.state && (state !== 'refused' || locked.line.reason === answer.reason)) return;
    if (!mayBecome(locked.line, answer.state)) throw new Refusal('CLAIM_CHANGED');
    const amount = await moveLine(ctx, tx, locked, answer);
    if (amount === null) throw new Refusal('CLAIM_CHANGED');
    const { orderId, customerId } = locked;
    const details = { event: `claim-${answer.state}`, amount };
    await record(ctx, tx, { action: 'claim', kind: 'order', id: orderId, customerId, details });
    if (answer.state === 'paid' || answer.state === 'refused') await releaseOrders(ctx, tx, insurerId);
  });
}

/** Moves a locked line with its journal. @returns its amount; null, with nothing changed, when nothing is to be asked for (any more) */
async function moveLine(ctx: Ctx, tx: Database, locked: LockedLine, answer: Answer): Promise<number | null> {
  const { line, owed, orderId, number, customerId, pharmacyId } = locked;
  const { state, reason = null } = answer;
  const at = ctx.clock.now();
  const isAsked = state === 'sent' || state === 'sent-again';
  const amount = amountOf(state, line.amount, owed);
  if (amount === null || amount <= 0) return null;
  const bearer = state === 'refused' ? ctx.settings.refusedClaim : line.bearer;
  await updateLine(tx, line.id, {
    state,
    changedAt: at,
    changedById: ctx.actor._id,
    ...(isAsked && { amount, sentAt: at }),
    ...(state === 'refused' && { amount, reason, bearer }),
    ...(state === 'sent-again' && { reason: null, bearer: null }),
  });
  const journal = journalOf(line.id, { state, amount, asked: line.amount, bearer, pharmacyId });
  if (journal !== null) await insertJournals(tx, [{ ...journal, at }]);
  if (state === 'refused' && bearer === 'customer')
    await notify(ctx.jobs, tx, at, [askedFor(customerId, { id: orderId, number }, amount)]);
  return amount;
}

/** What is asked for now, or was; a refusal is of what is still owed of it, since something may have been given back meanwhile. */
function amountOf(state: Answer['state'], asked: number | null, owed: number): number | null {
  if (state === 'sent' || state === 'sent-again') return owed;
  return state === 'refused' && asked !== null ? Math.min(asked, owed) : asked;
}

interface Moved {
  readonly state: Answer['state'];
  readonly amount: number;
  /** What the insurer was asked for before. */
  readonly asked: number | null;
  readonly bearer: Bearer | null;
  readonly pharmacyId: string | null;
}

/** The journal of a move; null for one without money. */
function journalOf(claimLineId: string, { state, amount, asked, bearer, pharmacyId }: Moved) {
  const booked = (kind: 'claim-paid' | 'claim-refused' | 'claim-resent', entries: Entry[]) =>
    entries.length === 0 ? null : { kind, claimLineId, entries };
  if (state === 'paid') return booked('claim-paid', claimPaidEntries(amount));
  if (bearer === null) return null;
  if (state === 'refused') return booked('claim-refused', claimRefusedEntries(amount, bearer, pharmacyId));
  if (state === 'sent-again')
    return booked('claim-resent', claimResentEntries(asked ?? amount, bearer, pharmacyId));
  return null;
}
