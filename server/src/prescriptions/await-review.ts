import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { Jobs } from '../ports/jobs.ts';
import { Refusal } from '../refusal.ts';
import { insertWatcher, markAsked, markCheckAsked } from './review-queries.ts';

/** The medicines of the lines that wait for a price. */
export const waitingOf = (lines: readonly { medicationId: string; price: number }[]): string[] =>
  lines.filter(({ price }) => price === 0).map(({ medicationId }) => medicationId);

/**
 * Tells the pharmacists and the supervisors, once for each medicine, that a prescription needs its price checked (rule 20).
 */
export async function askReview(
  jobs: Jobs,
  tx: Database,
  medicationIds: readonly string[],
  at: Date,
): Promise<void> {
  if (medicationIds.length === 0) return;
  const asked = await markAsked(tx, medicationIds, at);
  if (asked.length === 0) return;
  const agents = await findUserIdsOfType(tx, ['agent']);
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  const title = 'Prix à vérifier';
  const message =
    asked.length === 1
      ? 'Une ordonnance attend la vérification du prix d’un médicament.'
      : `Une ordonnance attend la vérification du prix de ${asked.length} médicaments.`;
  const tell = (page: string) => (userId: string) => ({
    userId,
    title,
    message,
    link: `/${page}?tab=verifier`,
  });
  await notify(jobs, tx, at, [
    ...agents.map(tell('agent-dashboard')),
    ...supervisors.map(tell('supervisor-dashboard')),
  ]);
}

/** Tells the in-house pharmacists, once, that a prescription waits for one of them (rule 39); nothing when it does not. */
export async function askCheck(jobs: Jobs, tx: Database, prescriptionId: string, at: Date): Promise<void> {
  if (!(await markCheckAsked(tx, prescriptionId, at))) return;
  const agents = await findUserIdsOfType(tx, ['agent']);
  await notify(
    jobs,
    tx,
    at,
    agents.map((userId) => ({
      userId,
      title: 'Ordonnance à vérifier',
      message: 'Une ordonnance d’un prescripteur non vérifié attend un pharmacien.',
      link: '/agent-dashboard?tab=verifier',
    })),
  );
}

/**
 * Asks for the check of lines that wait: of their prices, and of the prescription when its prescriber is not verified.
 * @param prescriptionId the prescription that a customer wants to pay: they are told when they can
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

/** The refusal of lines that wait for a price, after asking for its check (await-prices.ts). */
export async function refuseWaiting(
  ctx: Ctx,
  medicationIds: readonly string[],
  prescriptionId: string | null = null,
): Promise<Refusal> {
  await awaitPrices(ctx, medicationIds, prescriptionId);
  return new Refusal('MEDICATION_TO_REVIEW');
}
