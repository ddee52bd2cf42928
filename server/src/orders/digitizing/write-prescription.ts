import type { PrescriptionBody } from '@amasin/domain/orders/draft.ts';
import type { PrescribedItem } from '@amasin/domain/orders/draft-item.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { transact } from '../../database/transaction.ts';
import { resolveItems } from '../../medications/resolve-items.ts';
import { notify } from '../../notifications/notify.ts';
import { insertPrescription, lockPrescription, replaceItems } from '../../prescriptions/change-queries.ts';
import { priceOrRefuse } from '../../prescriptions/ordering/price-today.ts';
import { isReserved } from '../../prescriptions/ordering/reservation.ts';
import { findAvailablePrescription, type PrescriptionView } from '../../prescriptions/queries.ts';
import { refuseWaiting } from '../../prescriptions/reviewing/refuse-waiting.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { guardGuesses } from '../../session/rate-limits/guard-guesses.ts';
import { insertEvents, lockOrder, type NewItem, setItems } from '../change-queries.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { amountsOf, quoteItems } from '../quote.ts';
import { toCustomer } from '../transitions/announce.ts';

const PATH = 'prescription.items';

/**
 * Sets the items of a pre-treatment order that has none (rules 7, 20): those read from the photograph, as a new prescription
 * of the caller's at current prices, or those of an existing prescription. Of two concurrent requests, one writes.
 * @throws what resolveItems and priceOrRefuse throw; 404 NOT_FOUND when another agent was assigned meanwhile; 409
 * ALREADY_TREATED, AMOUNT_CHANGED, MEDICATION_TO_REVIEW, and what findNamed and lockNamed throw
 */
export async function writePrescription(ctx: Ctx, view: OrderView, written: PrescriptionBody): Promise<void> {
  const { order } = view;
  if (order.state !== 'pre-treatment' || order.itemsCount > 0) throw new Refusal('ALREADY_TREATED');
  if ('items' in written) {
    const items = await resolveNewItems(ctx, order, written.items);
    return attach(ctx, view, items, (tx) => insertWritten(ctx, tx, view, items));
  }
  const found = await findNamed(ctx, written);
  const items = await priceOrRefuse(ctx, found, ctx.clock.now());
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

async function insertWritten(ctx: Ctx, tx: Database, { order, customer }: OrderView, items: NewItem[]) {
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

/** @throws 409 PRESCRIPTION_USED, the same for an unknown one; 429 TOO_MANY_TRIES for guessed numbers */
async function findNamed(ctx: Ctx, named: { prescriptionNumber: string } | { _id: string }) {
  let found: PrescriptionView | null = null;
  if ('_id' in named) found = await findAvailablePrescription(ctx.db, { id: named._id });
  else {
    const number = readPrescriptionNumber(named.prescriptionNumber);
    if (number) found = await guardGuesses(ctx, (tx) => findAvailablePrescription(tx, { number }));
  }
  if (!found) throw new Refusal('PRESCRIPTION_USED');
  return found;
}

/**
 * Locks the prescription against concurrent payments and edits.
 * @throws 409 PRESCRIPTION_USED, including while it is being paid; PRESCRIPTION_RESERVED when it was edited meanwhile
 */
async function lockNamed(
  ctx: Ctx,
  tx: Database,
  { prescription }: PrescriptionView,
  items: readonly NewItem[],
) {
  const now = ctx.clock.now();
  const locked = await lockPrescription(tx, prescription.id);
  if (locked === null || (await findAvailablePrescription(tx, { id: locked.id })) === null)
    throw new Refusal('PRESCRIPTION_USED');
  // Reserved by a payment that creates its own order, even one of the same customer.
  if (isReserved(locked, now)) throw new Refusal('PRESCRIPTION_USED');
  // Edited after its prices were read: the attached items must be the current ones.
  if (locked.version !== prescription.version) throw new Refusal('PRESCRIPTION_RESERVED');
  // Stores the prices of the order, valid for another 30 days.
  if (!pricesAreValid(locked.pricedAt, now)) await replaceItems(tx, locked, items, now);
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
    // Locked after the prescription, and read anew: its card may have been checked since.
    const amounts = amountsOf(items, quoteItems(await lockOrder(tx, order.id), items, PATH));
    const fields = { prescriptionId, itemsWrittenById: actorId, ...amounts };
    const agentId = ctx.actor.type === 'agent' ? actorId : null;
    if (!(await setItems(tx, order.id, fields, items, agentId))) {
      throw await refusalOf(ctx, tx, order.id);
    }
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'write-prescription' }]);
    await notify(ctx.jobs, tx, at, [
      toCustomer(
        order,
        'Ordonnance lue',
        `Les médicaments de votre commande ${order.number} sont prêts à être payés.`,
      ),
    ]);
  });
}

/** 404 when the order was assigned to another agent meanwhile, else 409 ALREADY_TREATED. */
async function refusalOf(ctx: Ctx, tx: Database, orderId: string): Promise<Refusal> {
  return new Refusal((await findOrderFor(tx, ctx.actor, orderId)) === null ? 'NOT_FOUND' : 'ALREADY_TREATED');
}
