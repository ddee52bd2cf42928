import type { newRecall } from '@amasin/domain/recalls/recall.ts';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { holdOrders } from '../orders/recalled.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import { askedAboutStock } from './notices.ts';
import {
  insertPharmacies,
  insertRecall,
  lockMedicine,
  type RecallView,
  setLifted,
  settleRecalled,
} from './queries.ts';
import { loadRecall } from './read.ts';

const duplicates = { recalls_open_unique: 'RECALL_EXISTS' } as const;

/**
 * Recalls a medicine (rule 55): in one transaction it is not ordered any more, unless lots are named, its paid orders wait, and its
 * pharmacies are told; a job tells who received it. The medicine is locked first, so that of a recall and a payment or a written batch
 * at the same time the second one sees the first.
 * @throws 422 INVALID for an unknown medicine; 409 RECALL_EXISTS while the same one is open
 */
export async function createRecall(ctx: Ctx, body: z.output<typeof newRecall>): Promise<RecallView> {
  const at = ctx.clock.now();
  const { medicationId, lots } = body;
  const id = await refuseDuplicate(duplicates, () =>
    transact(ctx.db, async (tx) => {
      if ((await lockMedicine(tx, medicationId)) === null)
        throw invalidField('medicationId', 'Médicament inconnu');
      const recall = await insertRecall(tx, { ...body, createdAt: at, createdById: ctx.actor._id });
      await settleRecalled(tx, medicationId);
      await holdOrders(ctx, tx, { medicationId, lots, at });
      const pharmacies = await insertPharmacies(tx, { id: recall.id, medicationId, at });
      await notify(ctx.jobs, tx, at, pharmacies.map(askedAboutStock));
      await ctx.jobs.add(tx, 'tell-recall', { recallId: recall.id });
      await record(ctx, tx, { action: 'create', kind: 'recall', id: recall.id });
      return recall.id;
    }),
  );
  return loadRecall(ctx, id);
}

/** Lifts a recall; orders that wait still wait for a supervisor. Repeated, it changes nothing. */
export async function liftRecall(ctx: Ctx, { recall }: RecallView): Promise<RecallView> {
  const { id, medicationId } = recall;
  await transact(ctx.db, async (tx) => {
    await lockMedicine(tx, medicationId);
    if (!(await setLifted(tx, id, { at: ctx.clock.now(), userId: ctx.actor._id }))) return;
    await settleRecalled(tx, medicationId);
    await record(ctx, tx, { action: 'complete', kind: 'recall', id });
  });
  const lifted = await loadRecall(ctx, id);
  if (lifted.recall.liftedAt === null) throw new Refusal('NOT_FOUND');
  return lifted;
}
