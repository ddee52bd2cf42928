import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { isUsedUp } from '@amasin/domain/prescriptions/line.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { Refusal } from '../refusal.ts';
import { recordPrescriptionReads } from './find.ts';
import { linesOf, offeredOf } from './lives.ts';
import { restEnds, restRenounced } from './notices.ts';
import { isReserved } from './order.ts';
import { presentPrescription } from './present.ts';
import {
  findAttachedOrder,
  findCustomersOf,
  findEnding,
  findPrescription,
  findRestsOf,
  type PrescriptionView,
} from './queries.ts';
import { changePrescription, closeRest, lockPrescription } from './write-queries.ts';

/** Lists what remains of the prescriptions with which the caller ordered (rule 52). */
export async function listRests(ctx: Ctx): Promise<Prescription[]> {
  const now = ctx.clock.now();
  const views = await findRestsOf(ctx.db, ctx.actor._id);
  const open = views
    .map((view) => ({ view, lines: offeredOf(view, now) }))
    .filter(({ lines }) => lines.length > 0);
  await recordPrescriptionReads(
    ctx,
    open.map(({ view }) => view),
  );
  return open.map(({ view, lines }) => presentPrescription(view, ctx, lines));
}

/**
 * Closes what remains of a prescription, because its customer does not take it; its prescriber is told. Repeated, it changes nothing.
 * @throws 409 PRESCRIPTION_USED when nothing remains; PRESCRIPTION_ATTACHED, PRESCRIPTION_RESERVED while an order or a payment has it
 */
export async function renounceRest(ctx: Ctx, { prescription: { id } }: PrescriptionView): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockPrescription(tx, id);
    if (locked?.closing === 'renounced') return;
    if (locked === null || locked.usedAt !== null) throw new Refusal('PRESCRIPTION_USED');
    if ((await findAttachedOrder(tx, id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    if (isReserved(locked, at)) throw new Refusal('PRESCRIPTION_RESERVED');
    await closeRest(tx, id, 'renounced', at);
    const about = { kind: 'prescription', id, customerId: ctx.actor._id } as const;
    await record(ctx, tx, { action: 'change', ...about, details: { fields: ['closing'] } });
    const view = await findPrescription(tx, id);
    if (view?.author.type === 'partnerDoctor') await notify(ctx.jobs, tx, at, [restRenounced(locked)]);
  });
}

/** Customers are told this many days before what remains is no longer given. */
const TOLD_DAYS = 7;

/** One step reads this many. */
const BATCH = 200;

/**
 * Closes the prescriptions of which nothing is given any more, and tells the customers of others, once, that what remains soon is not
 * (rules 52 and 54).
 * @returns how many were closed
 */
export async function endPrescriptions(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'jobs' | 'log'>,
): Promise<number> {
  const { db, log } = ctx;
  const at = ctx.clock.now();
  const soon = addDays(dayInBenin(at), TOLD_DAYS);
  let closed = 0;
  let after: string | null = null;
  for (;;) {
    const found: Awaited<ReturnType<typeof findEnding>> = await findEnding(db, soon, { after, most: BATCH });
    for (const { id } of found)
      try {
        if (await transact(db, (tx) => endOne(ctx, tx, id, at, soon))) closed += 1;
      } catch (error) {
        log.error({ err: error, prescriptionId: id }, 'could not end a prescription');
      }
    after = found.at(-1)?.id ?? null;
    if (found.length < BATCH) return closed;
  }
}

/** @returns whether it was closed */
async function endOne(
  { jobs }: Pick<SystemCtx, 'jobs'>,
  tx: Database,
  id: string,
  at: Date,
  soon: string,
): Promise<boolean> {
  const locked = await lockPrescription(tx, id);
  const view = await findPrescription(tx, id);
  if (locked === null || view === null || locked.usedAt !== null || locked.deletedAt !== null) return false;
  const lines = linesOf(view, at);
  if (isUsedUp(lines.map(({ life }) => life))) {
    // A payment or an unpaid order still has it: the next run looks again.
    if (isReserved(locked, at) || (await findAttachedOrder(tx, id)) !== null) return false;
    await closeRest(tx, id, 'expired', at);
    return true;
  }
  const ending = lines
    .filter(({ life, deliverBefore }) => life.offered > 0 && deliverBefore !== null && deliverBefore <= soon)
    .map(({ deliverBefore }) => deliverBefore ?? '')
    .sort()[0];
  if (ending === undefined || locked.endToldAt !== null || locked.isWithdrawn) return false;
  const customers = await findCustomersOf(tx, id);
  if (customers.length === 0) return false;
  await changePrescription(tx, id, { endToldAt: at });
  await notify(
    jobs,
    tx,
    at,
    customers.map((customerId) => restEnds(customerId, ending)),
  );
  return false;
}
