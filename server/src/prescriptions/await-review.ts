import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { Jobs } from '../ports/jobs.ts';
import { Refusal } from '../refusal.ts';
import { prescriptionToCheck, pricesToCheck } from './notices.ts';
import { insertWatcher, markAsked, markCheckAsked } from './review-queries.ts';

/** Returns the medicines of the lines that wait for a price. */
export const waitingOf = (lines: readonly { medicationId: string; price: number }[]): string[] =>
  lines.filter(({ price }) => price === 0).map(({ medicationId }) => medicationId);

/**
 * Notifies the pharmacists and the supervisors, once for each medicine, that a prescription needs its price checked (rule 20).
 * @returns whether they were told
 */
export async function askReview(
  jobs: Jobs,
  tx: Database,
  medicationIds: readonly string[],
  at: Date,
): Promise<boolean> {
  if (medicationIds.length === 0) return false;
  const asked = await markAsked(tx, medicationIds, at);
  if (asked.length === 0) return false;
  const agents = await findUserIdsOfType(tx, ['agent']);
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  await notify(jobs, tx, at, [
    ...agents.map((id) => pricesToCheck(id, 'agent-dashboard', asked.length)),
    ...supervisors.map((id) => pricesToCheck(id, 'supervisor-dashboard', asked.length)),
  ]);
  return true;
}

/**
 * Notifies the in-house pharmacists, once, that a prescription waits for one of them (rule 39); nothing when it does not.
 * @returns whether they were told
 */
export async function askCheck(jobs: Jobs, tx: Database, prescriptionId: string, at: Date): Promise<boolean> {
  if (!(await markCheckAsked(tx, prescriptionId, at))) return false;
  const agents = await findUserIdsOfType(tx, ['agent']);
  await notify(jobs, tx, at, agents.map(prescriptionToCheck));
  return true;
}

/**
 * Asks for the check of the prices of lines that wait, and of their prescription when its prescriber is not verified.
 * @param prescriptionId the prescription that the customer wants to pay, and is notified of when they can
 */
export async function awaitPrices(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await askReview(ctx.jobs, tx, medicationIds, ctx.clock.now());
    if (prescriptionId === null) return;
    await askCheck(ctx.jobs, tx, prescriptionId, ctx.clock.now());
    if (ctx.actor.type === 'customer') await insertWatcher(tx, prescriptionId, ctx.actor._id);
  });
}

/** Asks for the check of lines that wait for a price, and returns the refusal to throw. */
export async function refuseWaiting(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null = null,
): Promise<Refusal> {
  await awaitPrices(ctx, medicationIds, prescriptionId);
  return new Refusal('MEDICATION_TO_REVIEW');
}
