import { randomBytes, randomUUID } from 'node:crypto';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { sql } from 'drizzle-orm';
import { buildConsents } from '../../server/src/builders/consent.ts';
import { buildInsuranceCard } from '../../server/src/builders/insurance-card.ts';
import { buildOrder } from '../../server/src/builders/order.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import type { Database } from '../../server/src/database/database.ts';
import { files as fileTable } from '../../server/src/database/schema/files.ts';
import type { MedicationRow } from '../../server/src/database/schema/medications.ts';
import { orderEvents, orders } from '../../server/src/database/schema/orders.ts';
import type { ZoneRow } from '../../server/src/database/schema/places.ts';
import { prescriptionItems, prescriptions } from '../../server/src/database/schema/prescriptions.ts';
import type { UserRow } from '../../server/src/database/schema/users.ts';
import { drawPrescription } from '../../server/src/demo/draw-paper.ts';
import { storePaper } from '../../server/src/demo/store-paper.ts';
import type { FileStore } from '../../server/src/ports/file-store.ts';
import { accounts, longNames, type Size } from './sizes.ts';

interface Context {
  readonly files: FileStore;
  readonly passwordHash: string;
  readonly zone: ZoneRow;
  readonly stock: readonly MedicationRow[];
  readonly now: Date;
}

interface People {
  readonly patient: UserRow;
  readonly agent: UserRow;
  readonly prescriber: UserRow;
}

/**
 * Creates a patient whose photographed prescriptions wait for one pharmacist, and a prescriber with prescriptions. With
 * size `few`, the photographs are stored and one order is priced; with `many`, the orders are inserted in bulk without
 * pictures.
 */
export async function buildPrescriptions(tx: Database, size: Size, context: Context): Promise<void> {
  const { patient, agent, prescriber } = accounts[size];
  const person = { passwordHash: context.passwordHash, address: longNames.address.slice(0, 120) };
  const people = {
    patient: await buildUser(tx, {
      ...person,
      type: 'customer',
      name: `${longNames.patient} ${accounts[size].orders}`,
      phone: `+229${patient}`,
    }),
    agent: await buildUser(tx, { ...person, type: 'agent', name: longNames.agent, email: agent }),
    prescriber: await buildUser(tx, {
      ...person,
      type: 'partnerDoctor',
      verified: size === 'many',
      titrePartenaire: 'kinesitherapeute',
      name: longNames.prescriber,
      email: prescriber,
    }),
  };
  await buildConsents(tx, people.patient);
  if (size === 'few') await buildPhotoOrders(tx, people, context);
  if (size === 'many') await insertPhotoOrders(tx, people, context, accounts.many.orders);
  if (size !== 'none') await insertPrescriptions(tx, people, context, accounts[size].orders);
}

async function buildPhotoOrders(tx: Database, { patient, agent }: People, context: Context): Promise<void> {
  const card = await buildInsuranceCard(tx, {
    ownerId: patient.id,
    label: longNames.insurance,
    fileKey: await storePicture(tx, context, patient.id, 'insurance', 10),
    rate: 37,
  });
  for (const index of [0, 1, 2]) {
    const isRead = index === 2;
    await buildOrder(tx, {
      state: 'pre-treatment',
      customerId: patient.id,
      agentId: agent.id,
      zone: context.zone,
      address: longNames.address.slice(0, 300),
      prescriptionUrl: await storePicture(tx, context, patient.id, 'prescription', index),
      items: isRead ? context.stock.map((medication) => ({ medication, quantity: 3 })) : [],
      itemsWrittenById: isRead ? agent.id : null,
      card: index === 1 ? null : card,
      createdAt: new Date(context.now.getTime() - (index + 1) * HOUR_MS),
    });
  }
}

async function storePicture(
  tx: Database,
  { files, now }: Context,
  ownerId: string,
  category: 'prescription' | 'insurance',
  seed: number,
): Promise<string> {
  return storePaper(tx, { files }, { bytes: await drawPrescription(seed), ownerId, category, at: now });
}

async function insertPhotoOrders(
  tx: Database,
  { patient, agent }: People,
  { zone, now }: Context,
  count: number,
): Promise<void> {
  const { rows } = await tx.execute<{ next: string }>(
    sql`select nextval('order_numbers') as next from generate_series(1, ${count})`,
  );
  const newOrders = rows.map(({ next }, index) => ({
    id: randomUUID(),
    number: orderNumber(Number(next)),
    state: 'pre-treatment' as const,
    customerId: patient.id,
    agentId: agent.id,
    zoneId: zone.id,
    zoneLabel: zone.label,
    address: longNames.address.slice(0, 300),
    prescriptionUrl: randomBytes(24).toString('base64url'),
    deliveryFee: zone.price,
    createdAt: new Date(now.getTime() - (index + 1) * HOUR_MS),
  }));
  await tx.insert(fileTable).values(
    newOrders.map(({ prescriptionUrl: key, createdAt }) => ({
      key,
      ownerId: patient.id,
      category: 'prescription' as const,
      contentType: 'image/jpeg' as const,
      bytes: 1_000,
      createdAt,
      boundAt: createdAt,
    })),
  );
  await tx.insert(orders).values(newOrders);
  await tx.insert(orderEvents).values(
    newOrders.map(({ id: orderId, createdAt: at }) => ({
      orderId,
      at,
      action: 'create',
      to: 'pre-treatment',
      actorId: patient.id,
    })),
  );
}

/** The first prescription is used, by an order that has ended. */
async function insertPrescriptions(
  tx: Database,
  { patient, prescriber }: People,
  context: Context,
  count: number,
): Promise<void> {
  const { zone, stock, now } = context;
  const [used, ...others] = Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(now.getTime() - (index + 1) * 5 * HOUR_MS);
    return {
      id: randomUUID(),
      type: 'numerical' as const,
      number: `ORD-${String(90_000_000 + count * 1_000 + index)}`,
      authorId: prescriber.id,
      patientName: patient.name,
      patientPhone: patient.phone ?? '',
      url: null as string | null,
      pricedAt: createdAt,
      createdAt,
    };
  });
  if (used === undefined) return;
  const [second] = others;
  if (second !== undefined) second.url = await storePicture(tx, context, prescriber.id, 'prescription', 20);
  await tx.insert(prescriptions).values([used, ...others]);
  const linesOf = (index: number) => stock.slice(0, 1 + (index % stock.length));
  await tx.insert(prescriptionItems).values(
    [used, ...others].flatMap(({ id: prescriptionId }, index) =>
      linesOf(index).map(({ id: medicationId, label, price }, position) => ({
        prescriptionId,
        position,
        medicationId,
        label,
        price,
        quantity: 2,
      })),
    ),
  );
  await buildOrder(tx, {
    state: 'ended',
    customerId: patient.id,
    zone,
    prescriptionId: used.id,
    items: linesOf(0).map((medication) => ({ medication, quantity: 2 })),
    createdAt: new Date(used.createdAt.getTime() + HOUR_MS),
  });
}
