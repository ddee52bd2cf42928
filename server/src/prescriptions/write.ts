import { createHash } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { PrescribedItem } from '@amasin/domain/orders/draft.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { type NewLine, record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { transact } from '../database/transaction.ts';
import { bindFile, releaseFile } from '../files/queries.ts';
import { resolveItems } from '../medications/resolve-items.ts';
import { notify } from '../notifications/notify.ts';
import { lockPresent } from '../people/queries.ts';
import { amountChanged, invalidField, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { countOfDay } from '../session/limits.ts';
import { askCheck, askReview, refuseWaiting, waitingOf } from './await-review.ts';
import { prescriptionWaits } from './notices.ts';
import { isReserved } from './order.ts';
import {
  findAttachedOrder,
  findByClientRef,
  findPatient,
  findPrescriptionFor,
  type PrescriptionView,
} from './queries.ts';
import { withGiving } from './write-lines.ts';
import {
  changePrescription,
  insertPrescription,
  isBegun,
  lockPrescription,
  type NewPrescriptionItem,
  replaceItems,
  withdraw,
} from './write-queries.ts';

type CreateBody = HandlerInput<typeof prescriptionEndpoints.createPrescription>['body'];

const NO_FILE = { path: 'url', message: 'Fichier requis' };

/**
 * Creates a prescription for the caller: number, prices and date are the server's (rules 2, 17). The same client number and
 * content sent again by its author return the existing prescription, as it is now. An active customer who has
 * proven the patient's telephone is notified; the response does not tell whether there is one.
 * @throws 422 INVALID when a required file is missing; 409 CLIENT_NUMBER_REUSED; 429 TOO_MANY_TRIES for a prescriber whose prescriptions
 * were to be checked fifty times in a day; what resolveWrittenItems throws
 */
export async function createPrescription(
  ctx: Ctx,
  body: CreateBody,
): Promise<{ view: Seen<PrescriptionView>; isNew: boolean }> {
  const { actor } = ctx;
  const clientRef = body.prescriptionNumber || null;
  const url = body.url || null;
  const contentDigest = clientRef && digestOf(body);
  const findEarlier = async () => {
    const view = clientRef && (await findByClientRef(ctx.db, actor._id, clientRef));
    if (!view) return null;
    const first = view.prescription.contentDigest;
    // Rows without a digest are compared by file: a file belongs to one prescription only.
    const isSame = first === null ? view.prescription.url === url : first === contentDigest;
    if (!isSame) throw new Refusal('CLIENT_NUMBER_REUSED');
    return { view, isNew: false };
  };
  const earlier = await findEarlier();
  if (earlier) return earlier;
  if (url === null && (body.type === 'physical' || actor.type === 'partnerDoctor')) {
    throw invalidField(NO_FILE.path, NO_FILE.message);
  }
  const items = await resolveWrittenItems(ctx, body.items, { type: body.type });
  const { type, patientName, patientPhone, patientMonths } = body;
  const at = ctx.clock.now();
  try {
    const row = await transact(ctx.db, async (tx) => {
      await lockPrescriber(ctx, tx);
      // The file comes first: the row refers to it, and of two identical requests the second waits here for the first.
      if (url !== null)
        await bindFile(tx, { key: url, ownerId: actor._id, category: 'prescription', at }, NO_FILE);
      const patient = { patientName, patientPhone, patientMonths: patientMonths ?? null };
      const fields = { type, authorId: actor._id, clientRef, contentDigest, ...patient, url };
      const isReviewAsked = await askReview(ctx.jobs, tx, waitingOf(items), at);
      const inserted = await insertPrescription(tx, { ...fields, createdAt: at }, items);
      const isCheckAsked = actor.type === 'partnerDoctor' && (await askCheck(ctx.jobs, tx, inserted.id, at));
      if (isReviewAsked || isCheckAsked) await countAsked(ctx, tx);
      const account = await findPatient(tx, { phone: patientPhone, at });
      const customerId = account?.id ?? null;
      await record(ctx, tx, { action: 'create', kind: 'prescription', id: inserted.id, customerId });
      if (account?.active) await notify(ctx.jobs, tx, at, [prescriptionWaits(account.id)]);
      return inserted;
    });
    const view = await findPrescriptionFor(ctx.db, actor, row.id);
    if (view === null) throw new Error('the prescription does not exist');
    return { view, isNew: true };
  } catch (error) {
    // A concurrent request took the file or the client number first.
    const winner = await findEarlier();
    if (winner) return winner;
    throw error;
  }
}

/** Hashes the content without prices: the server sets them, and a repeated request may name an older one. */
function digestOf({ type, patientName, patientPhone, patientMonths, url, items }: CreateBody): string {
  const lines = items.map(({ medicationId, label, form, quantity, posology, duration, ...giving }) => {
    const { repeats, repeatDays, deliverBefore, maySplit, fixedReason } = giving;
    const isGivenOtherwise = repeats || deliverBefore || maySplit || fixedReason;
    return [
      medicationId ?? [searchText(label ?? ''), form || null],
      quantity,
      // Digests of older rows have neither: they are left out when nothing was written.
      ...(posology || duration || isGivenOtherwise ? [posology || null, duration || null] : []),
      ...(isGivenOtherwise
        ? [
            repeats || 0,
            repeatDays || null,
            deliverBefore || null,
            maySplit || false,
            ...(fixedReason ? [fixedReason] : []),
          ]
        : []),
    ];
  });
  const content = JSON.stringify([
    type,
    patientName,
    patientPhone,
    url || null,
    lines,
    ...(patientMonths == null ? [] : [patientMonths]),
  ]);
  return createHash('sha256').update(content).digest('hex');
}

type EditBody = HandlerInput<typeof prescriptionEndpoints.updatePrescription>['body'];

/**
 * Edits a prescription that is not being paid or used (rule 20): its author edits every field; a pharmacist or a supervisor
 * the items, when a pre-treatment order in their scope has it. The order's items and total change with it.
 * @throws 404 NOT_FOUND when the caller may not edit it; 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED; PRESCRIPTION_BEGUN once an order
 * took something of it; MEDICATION_TO_REVIEW when
 * an order has it; what resolveWrittenItems throws
 */
export async function updatePrescription(ctx: Ctx, view: PrescriptionView, body: EditBody): Promise<void> {
  if (view.prescription.usedAt !== null) throw new Refusal('PRESCRIPTION_USED');
  const isAuthor = ctx.actor.type === 'partnerDoctor';
  if (!isAuthor && view.order === null) throw new Refusal('NOT_FOUND');
  // Pharmacists and supervisors edit only the items.
  if (!isAuthor && body.items === undefined) throw invalidField('items', 'Ajouter au moins un médicament');
  const { type } = view.prescription;
  const items = body.items && (await resolveWrittenItems(ctx, body.items, { type, before: view.items }));
  const now = ctx.clock.now();
  const waiting = waitingOf(items ?? []);
  // An order takes checked prices only.
  if (waiting.length > 0 && view.order !== null) throw await refuseWaiting(ctx, waiting);
  await transact(ctx.db, async (tx) => {
    await lockPrescriber(ctx, tx);
    const isReviewAsked = await askReview(ctx.jobs, tx, waiting, now);
    const locked = await lockEditable(tx, view.prescription.id, now);
    if (await isBegun(tx, locked.id)) throw new Refusal('PRESCRIPTION_BEGUN');
    if (waiting.length > 0 && (await findAttachedOrder(tx, locked.id)) !== null)
      throw new Refusal('MEDICATION_TO_REVIEW');
    if (isAuthor) await changeDetails(ctx, tx, locked, body, now);
    const fields = (['patientName', 'patientPhone', 'patientMonths', 'url', 'items'] as const).filter(
      (field) => body[field] !== undefined && (isAuthor || field === 'items'),
    );
    await recordEdit(ctx, tx, locked, { action: 'change', details: { fields } });
    // A pharmacist approved the prescription before this edit (rule 39).
    if (ctx.actor.type !== 'agent')
      await changePrescription(tx, locked.id, { checkAskedAt: null, checkedAt: null });
    if (items !== undefined) {
      await replaceItems(tx, locked, items, now);
      const edit = { prescriptionId: locked.id, items, editor: ctx.actor, at: now };
      if (!(await ctx.attachedOrders.rewrite(ctx.jobs, tx, edit))) throw new Refusal('NOT_FOUND');
    }
    const isCheckAsked = await askCheck(ctx.jobs, tx, locked.id, now);
    if (isReviewAsked || isCheckAsked) await countAsked(ctx, tx);
  });
}

/** Locks a prescriber before anything of theirs, so that concurrent calls are counted one after the other. */
async function lockPrescriber({ actor }: Ctx, tx: Database): Promise<void> {
  if (actor.type === 'partnerDoctor') await lockPresent(tx, actor._id);
}

/** Counts how often a prescriber, who may have signed up alone, makes every pharmacist look. @throws 429 TOO_MANY_TRIES */
async function countAsked(ctx: Ctx, tx: Database): Promise<void> {
  if (ctx.actor.type === 'partnerDoctor') await countOfDay(ctx, tx, 'prescription');
}

/** Changes the patient and the file, which only the author may. */
async function changeDetails(
  ctx: Ctx,
  tx: Database,
  locked: PrescriptionRow,
  body: EditBody,
  at: Date,
): Promise<void> {
  const { patientName, patientPhone, patientMonths } = body;
  const url = body.url && body.url !== locked.url ? body.url : undefined;
  if (url !== undefined) {
    const binding = { key: url, ownerId: ctx.actor._id, category: 'prescription' as const, at };
    await bindFile(tx, binding, NO_FILE);
  }
  const change = {
    ...(patientName !== undefined && { patientName }),
    ...(patientPhone !== undefined && { patientPhone }),
    ...(patientMonths !== undefined && { patientMonths }),
    ...(url !== undefined && { url }),
  };
  if (Object.keys(change).length === 0) return;
  await changePrescription(tx, locked.id, change);
  if (url !== undefined && locked.url !== null) await releaseFile(tx, locked.url);
}

/**
 * Takes back a prescription that is not used up: what orders took of it stays. The row remains: it is a health document.
 * @throws 409 PRESCRIPTION_ATTACHED when an unpaid order has it; what lockEditable throws
 */
export async function deletePrescription(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, id, now);
    if ((await findAttachedOrder(tx, locked.id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await withdraw(tx, locked.id, now);
    await recordEdit(ctx, tx, locked, { action: 'delete' });
  });
}

/** @throws 404 NOT_FOUND when it is deleted; 409 PRESCRIPTION_USED, or PRESCRIPTION_RESERVED while it is being paid */
export async function lockEditable(tx: Database, id: string, now: Date): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null) throw new Refusal('NOT_FOUND');
  if (locked.usedAt !== null) throw new Refusal('PRESCRIPTION_USED');
  if (isReserved(locked, now)) throw new Refusal('PRESCRIPTION_RESERVED');
  return locked;
}

/** Records a change of a prescription, with the customer whom it concerns. */
export async function recordEdit(
  ctx: Ctx,
  tx: Database,
  { id, patientPhone: phone, createdAt }: PrescriptionRow,
  line: Pick<NewLine, 'action' | 'details'>,
): Promise<void> {
  const order = await findAttachedOrder(tx, id);
  const customerId = order?.customerId ?? (await findPatient(tx, { phone, at: createdAt }))?.id;
  await record(ctx, tx, { ...line, kind: 'prescription', id, customerId });
}

/**
 * Resolves the items of a prescription at the catalogue's prices, including medicines not reviewed yet. A price that a
 * prescriber typed counts as 0 until it is checked (rule 20).
 * @throws what resolveItems and withGiving throw; 422 INVALID when the amount is too high; 409 AMOUNT_CHANGED when the body has another price
 */
async function resolveWrittenItems(
  ctx: Ctx,
  lines: readonly PrescribedItem[],
  written: Omit<Parameters<typeof withGiving>[3], 'path'>,
): Promise<NewPrescriptionItem[]> {
  const items = await resolveItems(ctx.db, lines, { forCustomer: false, path: 'items' });
  const medicines = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (medicines > MAX_FCFA) throw invalidField('items', 'Montant de l’ordonnance trop élevé');
  if (items.some((item) => item.priceDiffers)) {
    throw amountChanged({ medicines, deliveryFee: 0, commission: 0, reduction: 0, total: medicines });
  }
  const priced = items.map(({ priceDiffers: _, awaitsReview, ...item }) => ({
    ...item,
    price: awaitsReview ? 0 : item.price,
  }));
  return withGiving(ctx, priced, lines, { ...written, path: 'items' });
}
