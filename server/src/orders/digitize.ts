import type { PrescribedItem, PrescriptionBody } from '@amasin/domain/orders/draft.ts';
import { type PhotoProblem, photoProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { splitRewritten } from '@amasin/domain/orders/split-lines.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { transact } from '../database/transaction.ts';
import { bindFile, releaseFile } from '../files/queries.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { resolveItems } from '../medications/resolve-items.ts';
import { notify } from '../notifications/notify.ts';
import type { AttachedOrders, PrescriptionEdit } from '../ports/attached-orders.ts';
import type { Jobs } from '../ports/jobs.ts';
import { refuseWaiting } from '../prescriptions/await-review.ts';
import { offeredOf } from '../prescriptions/lives.ts';
import {
  isOffered,
  isReserved,
  lookUp,
  priceOrRefuse,
  priceToday,
  renewPrices,
} from '../prescriptions/order.ts';
import { presentLeftOut } from '../prescriptions/present.ts';
import {
  findAttachedOrder,
  findAvailablePrescription,
  type PrescriptionView,
} from '../prescriptions/queries.ts';
import { withGiving } from '../prescriptions/write-lines.ts';
import {
  insertPrescription,
  lockPrescription,
  type NewPrescriptionItem,
} from '../prescriptions/write-queries.ts';
import { amountChanged, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { checkedCardOf } from './card-check.ts';
import {
  insertEvents,
  lockOrder,
  type NewItem,
  replaceOrderItems,
  setItems,
  setPhotograph,
  setPhotoProblem,
} from './change-queries.ts';
import { beginInquiry } from './inquire.ts';
import { endInquiries } from './inquiry-queries.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toOne, toSupervisors } from './notices.ts';
import { findOrder, findOrderFor, type OrderView } from './queries.ts';
import { amountsOf, quoteItems } from './quote.ts';

const PATH = 'prescription.items';

/**
 * Sets the items of a pre-treatment order that has none (rules 7, 20): those read from the photograph, as a new prescription
 * of the caller's at current prices, or those of an existing prescription. Of two concurrent requests, one writes.
 * @throws what resolveItems and priceOrRefuse throw; 404 NOT_FOUND when another agent was assigned meanwhile; 409
 * ALREADY_TREATED, AMOUNT_CHANGED, MEDICATION_TO_REVIEW, and what findNamed and lockNamed throw
 */
export async function writePrescription(
  ctx: Ctx,
  view: Seen<OrderView>,
  written: PrescriptionBody,
): Promise<void> {
  const { order } = view;
  if (order.state !== 'pre-treatment' || order.itemsCount > 0) throw new Refusal('ALREADY_TREATED');
  if ('items' in written) {
    const items = await resolveNewItems(ctx, order, written.items);
    const lines = withGiving(ctx, items, written.items, {
      type: order.prescriptionUrl === null ? 'numerical' : 'physical',
      path: PATH,
    });
    return attach(ctx, view, items, (tx) => insertWritten(ctx, tx, view, lines));
  }
  const found = await findNamed(ctx, written);
  const now = ctx.clock.now();
  const offered = offeredOf(found, now);
  if (offered.length === 0) throw new Refusal('PRESCRIPTION_EXPIRED');
  const items = await priceOrRefuse(ctx, found, offered, now);
  return attach(ctx, view, items, (tx) => lockNamed(ctx, tx, found, items));
}

async function resolveNewItems(
  ctx: Ctx,
  order: OrderRow,
  lines: readonly PrescribedItem[],
): Promise<NewItem[]> {
  const items = await resolveItems(ctx.db, lines, { forCustomer: false, path: PATH });
  const waiting = items.filter((item) => item.awaitsReview);
  if (waiting.length > 0)
    throw await refuseWaiting(
      ctx,
      waiting.map(({ medicationId }) => medicationId),
    );
  const quote = quoteItems(order, items, PATH);
  if (items.some((item) => item.priceDiffers)) throw amountChanged(quote);
  return items.map(({ priceDiffers: _, awaitsReview: __, ...item }) => item);
}

async function insertWritten(
  ctx: Ctx,
  tx: Database,
  { order, customer }: OrderView,
  items: readonly NewPrescriptionItem[],
) {
  // Locked: a photograph belongs to one prescription.
  const { itemsCount, prescriptionUrl } = await lockOrder(tx, order.id);
  if (itemsCount > 0) throw await refusalOf(ctx, tx, order.id);
  const row = await insertPrescription(
    tx,
    {
      type: prescriptionUrl === null ? 'numerical' : 'physical',
      authorId: ctx.actor._id,
      patientName: customer.name,
      patientPhone: customer.phone ?? '',
      url: prescriptionUrl,
      createdAt: ctx.clock.now(),
    },
    items,
  );
  return row.id;
}

/** @throws 409 PRESCRIPTION_USED, also for an unknown one; what lookUp throws */
async function findNamed(ctx: Ctx, named: { prescriptionNumber: string } | { _id: string }) {
  let found: PrescriptionView | null = null;
  if ('_id' in named) found = await findAvailablePrescription(ctx.db, named._id);
  else {
    const number = readPrescriptionNumber(named.prescriptionNumber);
    if (number) found = await lookUp(ctx, number);
  }
  if (!found) throw new Refusal('PRESCRIPTION_USED');
  return found;
}

/**
 * Locks the prescription against concurrent payments and edits.
 * @throws 409 PRESCRIPTION_USED, including while it is being paid; PRESCRIPTION_RESERVED when it was edited meanwhile
 */
async function lockNamed(ctx: Ctx, tx: Database, view: PrescriptionView, items: readonly NewItem[]) {
  const { prescription } = view;
  const now = ctx.clock.now();
  const locked = await lockPrescription(tx, prescription.id);
  if (locked === null || (await findAvailablePrescription(tx, locked.id)) === null)
    throw new Refusal('PRESCRIPTION_USED');
  // A payment that has reserved it creates its own order, even for the same customer.
  if (isReserved(locked, now)) throw new Refusal('PRESCRIPTION_USED');
  // It was edited after its prices were read: the attached items must be the current ones.
  if (locked.version !== prescription.version) throw new Refusal('PRESCRIPTION_RESERVED');
  if (!(await isOffered(tx, locked.id, items, now))) throw new Refusal('PRESCRIPTION_USED');
  // Stores the prices of the order, valid for another 30 days.
  if (!pricesAreValid(locked.pricedAt, now)) {
    // What was given before may come back.
    const { items: others } = await priceToday(tx, view, view.items, now);
    await renewPrices(tx, locked, view, [...others, ...items], now);
  }
  return locked.id;
}

async function attach(
  ctx: Ctx,
  { order }: OrderView,
  items: readonly NewItem[],
  preparePrescription: (tx: Database) => Promise<string>,
): Promise<void> {
  const at = ctx.clock.now();
  const actorId = ctx.actor._id;
  await transact(ctx.db, async (tx) => {
    const prescriptionId = await preparePrescription(tx);
    // Locked after the prescription, and read again: its card may have been checked since.
    const locked = await lockOrder(tx, order.id);
    const covered = await markExcluded(tx, checkedCardOf(locked), items);
    const amounts = amountsOf(covered, quoteItems(locked, covered, PATH));
    const fields = { prescriptionId, itemsWrittenById: actorId, ...amounts };
    const agentId = ctx.actor.type === 'agent' ? actorId : null;
    if (!(await setItems(tx, order.id, fields, covered, agentId))) {
      throw await refusalOf(ctx, tx, order.id);
    }
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'write-prescription' }]);
    const isAsked = (await beginInquiry(ctx, tx, order.id)) === 'asking';
    const next = isAsked
      ? `Nous demandons aux pharmacies ce qu’elles ont pour votre commande ${order.number}.`
      : `Les médicaments de votre commande ${order.number} sont prêts à être payés.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Ordonnance lue', next)]);
  });
}

/** Returns 404 when the order was assigned to another agent meanwhile, else 409 ALREADY_TREATED. */
async function refusalOf(ctx: Ctx, tx: Database, orderId: string): Promise<Refusal> {
  return new Refusal((await findOrderFor(tx, ctx.actor, orderId)) === null ? 'NOT_FOUND' : 'ALREADY_TREATED');
}

export const attachedOrders: AttachedOrders = { rewrite: rewriteOrder };

/**
 * Replaces the items of the order that has the edited prescription, and notifies the customer.
 * @throws 409 PRESCRIPTION_USED when the order is no longer in pre-treatment; 422 INVALID when the amount is too high
 */
async function rewriteOrder(
  jobs: Jobs,
  tx: Database,
  { prescriptionId, items, editor, at }: PrescriptionEdit,
): Promise<boolean> {
  const order = await findAttachedOrder(tx, prescriptionId);
  const isPrescriber = editor.type === 'partnerDoctor';
  if (order === null) return isPrescriber;
  if (!isPrescriber && (await findOrderFor(tx, editor, order.id)) === null) return false;
  const before = (await findOrder(tx, order.id))?.items ?? [];
  const { taken, leftOut } = splitRewritten(items, before, order.leftOut);
  const covered = await markExcluded(tx, checkedCardOf(order), taken);
  const amounts = {
    ...amountsOf(covered, quoteItems(order, covered, 'items')),
    leftOut: leftOut.map(toLine),
  };
  if (!(await replaceOrderItems(tx, order.id, amounts, covered))) throw new Refusal('PRESCRIPTION_USED');
  // They were asked about other lines: they are asked anew before it is paid.
  await endInquiries(tx, order.id);
  await insertEvents(tx, [{ orderId: order.id, at, actorId: editor._id, action: 'edit-prescription' }]);
  await notify(jobs, tx, at, [
    toCustomer(
      order,
      'Ordonnance corrigée',
      `Les médicaments de votre commande ${order.number} ont changé. Vérifiez avant de payer.`,
    ),
  ]);
  return true;
}

type Rewritten = PrescriptionEdit['items'][number] & { position: number };

const toLine = ({ posology = null, duration = null, ...line }: Rewritten) =>
  presentLeftOut({ ...line, posology, duration });

/**
 * Asks the customer for another photograph of the prescription.
 * @throws 409 PHOTO_REFUSED when another one is already asked for, ALREADY_TREATED, STATE_CHANGED; 404 REASSIGNED
 */
export async function refusePhoto(ctx: Ctx, { order }: Seen<OrderView>, reason: PhotoProblem): Promise<void> {
  const { actor } = ctx;
  const agentId = actor.type === 'agent' ? actor._id : null;
  const at = ctx.clock.now();
  const isChanged = await transact(ctx.db, async (tx) => {
    if (!(await setPhotoProblem(tx, order.id, reason, agentId))) return false;
    const event = { orderId: order.id, at, actorId: actor._id, action: 'refuse-photo', to: reason };
    await insertEvents(tx, [event]);
    const text = `${photoProblemLabels[reason]} : envoyez une autre photo de l’ordonnance de ${order.number}.`;
    await notify(ctx.jobs, tx, at, [toCustomer(order, 'Photo à refaire', text)]);
    return true;
  });
  if (isChanged) return;
  const now = await loadOrder(ctx, order.id);
  if (now.order.state !== 'pre-treatment') throw stateChanged(actor, now.order);
  throw new Refusal(now.order.photoProblem === null ? 'ALREADY_TREATED' : 'PHOTO_REFUSED');
}

const NO_FILE = { path: 'url', message: 'Veuillez uploader votre ordonnance' };

/**
 * Gives the order another photograph in place of one that cannot be read, and tells its pharmacist, or the supervisors while
 * it has none. The earlier file is removed by the next sweep. Repeated, it changes nothing.
 * @throws 422 INVALID for a file that is not the caller's new upload; 409 PHOTO_NOT_ASKED
 */
export async function replacePhoto(ctx: Ctx, { order }: Seen<OrderView>, url: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const { prescriptionUrl: earlier } = await lockOrder(tx, order.id);
    if (earlier === url) return;
    await bindFile(tx, { key: url, ownerId: ctx.actor._id, category: 'prescription', at }, NO_FILE);
    if (!(await setPhotograph(tx, order.id, url))) throw new Refusal('PHOTO_NOT_ASKED');
    if (earlier !== null) await releaseFile(tx, earlier);
    await insertEvents(tx, [{ orderId: order.id, at, actorId: ctx.actor._id, action: 'replace-photo' }]);
    const text = `${order.number} a une nouvelle photo.`;
    await notify(
      ctx.jobs,
      tx,
      at,
      order.agentId === null
        ? await toSupervisors(tx, order, 'Ordonnance à lire', text)
        : [toOne(order.agentId, 'agent', order, 'Ordonnance à lire', text)],
    );
  });
}
