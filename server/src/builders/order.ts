import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import type { InsuranceCardRow } from '../database/schema/insurance.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { prescriptionItems } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { closeOrder } from '../orders/cancel.ts';
import { insertOrder, nextOrderNumber } from '../orders/change-queries.ts';
import { settleUse } from '../prescriptions/order.ts';
import { insertPrescription, type NewPrescriptionItem } from '../prescriptions/write-queries.ts';
import { buildMedication, buildZone } from './catalogue.ts';
import { endedAfter, writeHistory } from './order-history.ts';
import { buildPendingPayment, completePayment } from './payment.ts';
import { buildUser } from './user.ts';

export interface OrderFields {
  readonly state: OrderState;
  readonly customerId: string;
  readonly zone: ZoneRow;
  readonly address: string;
  /** Default: a new user where the state requires one. */
  readonly pharmacyId: string | null;
  readonly deliveryPersonId: string | null;
  readonly agentId: string | null;
  /** Empty: an unread prescription (pre-treatment only). */
  readonly items: readonly { medication: MedicationRow; quantity: number }[];
  /** The pharmacist or supervisor who wrote the items; null when the customer chose them. */
  readonly itemsWrittenById: string | null;
  /** A prescription to attach or use; `items` are among its lines (default: all of them). */
  readonly prescriptionId: string | null;
  /** Key of the photograph of a physical order. */
  readonly prescriptionUrl: string | null;
  /** The card as copied into the order. */
  readonly card: Pick<InsuranceCardRow, 'id' | 'label' | 'rate' | 'fileKey' | 'verified'> | null;
  /** The user who assigned and ended it; default: the system. */
  readonly supervisorId: string | null;
  readonly createdAt: Date;
  /** Default: `createdAt`, if its state is paid. */
  readonly paidAt: Date;
  /** When its pharmacy opened it; default: not yet. */
  readonly openedAt: Date;
}

/** A valid order (default: `pending`) with zone, users, payment, journals and timeline. */
export async function buildOrder(db: Database, given: Partial<OrderFields> = {}): Promise<OrderRow> {
  if (given.state === 'cancelled') return buildCancelledOrder(db, { ...given, state: 'pre-treatment' });
  const state = given.state ?? 'pending';
  const onTheWay = orderStates.indexOf(state) >= orderStates.indexOf('delivering');
  const customerId = given.customerId ?? (await buildUser(db, { type: 'customer' })).id;
  const zone = given.zone ?? (await buildZone(db));
  const givenItems =
    given.items ??
    (given.prescriptionId
      ? await findPrescribed(db, given.prescriptionId)
      : [{ medication: await buildMedication(db), quantity: 2 }]);
  const pharmacyId = given.pharmacyId ?? (onTheWay ? (await buildUser(db, { type: 'pharmacy' })).id : null);
  const deliveryPersonId =
    given.deliveryPersonId ?? (onTheWay ? (await buildUser(db, { type: 'deliveryPerson' })).id : null);
  const createdAt = given.createdAt ?? new Date('2026-11-20T09:00:00Z');
  const address = given.address ?? 'Près du marché, portail vert';
  const writer = given.itemsWrittenById ?? null;
  const url = given.prescriptionUrl ?? null;

  const items = givenItems.map(({ medication: { id, label, price }, quantity }) => ({
    medicationId: id,
    label,
    quantity,
    price,
  }));
  const card = given.card ?? null;
  const quote = items.length === 0 ? null : quoteOrder(items, zone.price, card?.rate ?? 0);
  const paid = state === 'pre-treatment' ? null : quote;
  return transact(db, async (tx) => {
    const prescriptionId =
      given.prescriptionId ??
      (writer && (await insertWritten(tx, customerId, items, { authorId: writer, url, createdAt })));
    const draft: FrozenOrder | null = quote && {
      items,
      zone: { _id: zone.id, label: zone.label },
      address,
      insuranceCard: card && {
        _id: card.id,
        label: card.label,
        taux: card.rate,
        url: card.fileKey ?? '',
        verified: card.verified,
      },
      quote,
    };
    const payment =
      paid &&
      (await buildPendingPayment(tx, { customerId, amount: paid.total, draft, orderId: null, createdAt }));
    const id = v7();
    await insertOrder(
      tx,
      {
        id,
        number: orderNumber(await nextOrderNumber(tx)),
        state,
        customerId,
        pharmacyId,
        deliveryPersonId,
        agentId: given.agentId ?? null,
        itemsWrittenById: writer,
        prescriptionId,
        prescriptionUrl: url,
        cardId: card?.id ?? null,
        cardLabel: card?.label ?? null,
        cardRate: card?.rate ?? null,
        cardUrl: card?.fileKey ?? null,
        cardVerified: card?.verified ?? false,
        zoneId: zone.id,
        zoneLabel: zone.label,
        address,
        itemsCount: items.length,
        deliveryFee: zone.price,
        medicines: quote?.medicines ?? null,
        commission: quote?.commission ?? null,
        reduction: quote?.reduction ?? null,
        total: quote?.total ?? null,
        paid: paid?.total ?? 0,
        paymentId: payment?.id ?? null,
        transactionId: payment?.transactionId ?? null,
        createdAt,
        paidAt: payment && (given.paidAt ?? createdAt),
        openedAt: given.openedAt ?? null,
        endedAt: state === 'ended' ? endedAfter(createdAt) : null,
      },
      items,
    );
    const [order] = await tx.select().from(orders).where(eq(orders.id, id));
    if (order === undefined) throw new Error('the order was not inserted');
    if (payment) await completePayment(tx, payment, order.id);
    if (payment && prescriptionId) await settleUse(tx, prescriptionId, { now: createdAt, orderId: order.id });
    await writeHistory(tx, order, given.supervisorId ?? null);
    return order;
  });
}

const findPrescribed = (db: Database, prescriptionId: string) =>
  db
    .select({ medication: medications, quantity: prescriptionItems.quantity })
    .from(prescriptionItems)
    .innerJoin(medications, eq(medications.id, prescriptionItems.medicationId))
    .where(eq(prescriptionItems.prescriptionId, prescriptionId))
    .orderBy(prescriptionItems.position);

async function buildCancelledOrder(db: Database, given: Partial<OrderFields>): Promise<OrderRow> {
  const order = await buildOrder(db, given);
  const reason = 'customer' as const;
  const at = new Date(order.createdAt.getTime() + 20 * 60_000);
  await transact(db, (tx) => closeOrder(tx, order, { reason, actorId: order.customerId, at }));
  return { ...order, state: 'cancelled', cancelReason: reason, photoProblem: null };
}

async function insertWritten(
  tx: Database,
  customerId: string,
  items: readonly NewPrescriptionItem[],
  written: { authorId: string; url: string | null; createdAt: Date },
): Promise<string> {
  const [customer] = await tx.select().from(users).where(eq(users.id, customerId));
  if (customer === undefined) throw new Error(`no customer ${customerId}`);
  const patient = { patientName: customer.name, patientPhone: customer.phone ?? '' };
  const type = written.url === null ? 'numerical' : 'physical';
  return (await insertPrescription(tx, { ...written, ...patient, type }, items)).id;
}
