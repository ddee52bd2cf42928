import type { Medication, newMedication } from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { keepsCatalogue } from './managing/keeps-catalogue.ts';
import { presentMedication } from './present.ts';
import { insertMedication } from './queries.ts';
import { refuseSameMedicine } from './refuse-same-medicine.ts';

/**
 * Adds a medicine. From an agent or a prescriber it is « à vérifier » until a supervisor has looked (RULES 20), and
 * whether it needs a prescription is not theirs to say (RULES 37).
 */
export async function createMedication(
  ctx: Ctx,
  { label, form, price, requiresPrescription }: z.output<typeof newMedication>,
): Promise<Medication> {
  const keeper = keepsCatalogue(ctx.actor);
  const row = await refuseSameMedicine(() =>
    insertMedication(ctx.db, {
      label,
      form,
      price,
      requiresPrescription: keeper && requiresPrescription === true,
      reviewed: keeper,
      createdById: ctx.actor._id,
      createdAt: ctx.clock.now(),
    }),
  );
  return presentMedication(ctx.actor, row, ctx.actor.name);
}
