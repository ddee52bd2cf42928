import {
  type Medication,
  type medicationChange,
  type newMedication,
  PRICE_FIRST,
} from '@amasin/domain/medications/medication.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { z } from 'zod';
import { record, recordChange } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import { managesCatalogue, presentMedication } from './present.ts';
import {
  endReview,
  findAuthorNames,
  findMedication,
  findNamedMedications,
  insertMedication,
  markMedicationDeleted,
  updateMedicationRow,
} from './queries.ts';

const duplicates = { medications_label_form_unique: 'MEDICATION_EXISTS' } as const;

/** @throws 404 NOT_FOUND when it does not exist or has been deleted */
export async function loadMedication(ctx: Ctx, id: string): Promise<MedicationRow> {
  const row = await findMedication(ctx.db, id);
  if (row === null || row.deletedAt !== null) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Adds a medicine. If an agent or a prescriber adds it, it is « à vérifier » until a supervisor reviews it (rule 20), and
 * they can set neither whether it requires a prescription (rule 37) nor what it contains. A prescriber's price counts as 0
 * until a pharmacist or a supervisor checks it.
 * @throws 409 MEDICATION_EXISTS when the catalogue has this label and form; MEDICATION_ALIKE when an agent or a prescriber does
 * not say that it is another form. Both have the medicines of that name.
 */
export async function createMedication(
  ctx: Ctx,
  { label, form, price, anotherForm, ...ofManagers }: z.output<typeof newMedication>,
): Promise<Medication> {
  const isManager = managesCatalogue(ctx.actor);
  if (!isManager) await refuseAlike(ctx, { label, form, anotherForm });
  const row = await refuseDuplicate(duplicates, () =>
    transact(ctx.db, async (tx) => {
      const added = await insertMedication(tx, {
        label,
        form,
        price,
        reviewed: isManager,
        awaitsReview: ctx.actor.type === 'partnerDoctor',
        ...(isManager && ofManagers),
        createdById: ctx.actor._id,
        createdAt: ctx.clock.now(),
      });
      await record(ctx, tx, { action: 'create', kind: 'medication', id: added.id });
      return added;
    }),
  );
  return presentMedication(ctx.actor, row, ctx.actor.name);
}

/** Refuses a medicine whose name is in the catalogue already, ignoring accents and case. */
async function refuseAlike(
  ctx: Ctx,
  { label, form, anotherForm }: Pick<z.output<typeof newMedication>, 'label' | 'form' | 'anotherForm'>,
): Promise<void> {
  const named = await findNamedMedications(ctx.db, [], [searchText(label)]);
  const alike = named.filter((row) => row.deletedAt === null);
  const isSame = alike.some((row) => row.form === form);
  if (alike.length === 0 || (anotherForm === true && !isSame)) return;
  throw new Refusal(isSame ? 'MEDICATION_EXISTS' : 'MEDICATION_ALIKE', {
    medications: alike.map((row) => presentMedication(ctx.actor, row, null)),
  });
}

/**
 * Changes only the fields in the body. Existing orders keep the label and price of their quote.
 * @throws 422 when approving without a price, since customers could not order it; 409 MEDICATION_EXISTS
 */
export async function updateMedication(
  ctx: Ctx,
  medication: MedicationRow,
  body: z.output<typeof medicationChange>,
): Promise<Medication> {
  const isApproval = body.reviewed === true && !medication.reviewed;
  if (isApproval && (body.price ?? medication.price) === 0) throw invalidField('price', PRICE_FIRST);
  const hasChanges = Object.keys(body).length > 0;
  const row = hasChanges
    ? await refuseDuplicate(duplicates, () => changeRow(ctx, medication, body))
    : medication;
  if (row === null) throw new Refusal('NOT_FOUND');
  const names = await findAuthorNames(ctx.db, [row]);
  return presentMedication(ctx.actor, row, names.get(row.createdById) ?? null);
}

/** Changes the row. An approval also ends the wait of prescriptions for its price. */
function changeRow(
  ctx: Ctx,
  medication: MedicationRow,
  body: z.output<typeof medicationChange>,
): Promise<MedicationRow | null> {
  const { id } = medication;
  return transact(ctx.db, async (tx) => {
    const awaited = body.reviewed === true && (await endReview(tx, id, ctx.actor._id));
    const row = await updateMedicationRow(tx, id, body);
    if (row !== null) await recordChange(ctx, tx, { kind: 'medication', id }, medication, row);
    if (row !== null && awaited) await ctx.waitingPrescriptions.approve(ctx.jobs, tx, row, ctx.clock.now());
    return row;
  });
}

/**
 * Soft-deletes a medicine; orders and prescriptions keep it. Repeated, it changes nothing.
 * @throws 404 NOT_FOUND when it never existed
 */
export async function deleteMedication(ctx: Ctx, id: string): Promise<void> {
  const before = await findMedication(ctx.db, id);
  if (before === null) throw new Refusal('NOT_FOUND');
  if (before.deletedAt !== null) return;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const awaited = await endReview(tx, id, ctx.actor._id);
    await markMedicationDeleted(tx, id, at);
    await record(ctx, tx, { action: 'delete', kind: 'medication', id });
    if (awaited !== null) await ctx.waitingPrescriptions.refuse(ctx.jobs, tx, awaited, at);
  });
}
