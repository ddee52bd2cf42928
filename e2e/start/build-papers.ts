import { randomBytes, randomUUID } from 'node:crypto';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { sql } from 'drizzle-orm';
import { buildInsuranceCard } from '../../server/src/builders/insurance-card.ts';
import { buildOrder } from '../../server/src/builders/order.ts';
import { buildUser } from '../../server/src/builders/user.ts';
import type { Database } from '../../server/src/database/database.ts';
import { files as fileTable } from '../../server/src/database/schema/files.ts';
import type { MedicationRow } from '../../server/src/database/schema/medications.ts';
import { orderEvents, orders } from '../../server/src/database/schema/orders.ts';
import { prescriptionItems, prescriptions } from '../../server/src/database/schema/prescriptions.ts';
import type { UserRow } from '../../server/src/database/schema/users.ts';
import type { ZoneRow } from '../../server/src/database/schema/zones.ts';
import { drawPrescription } from '../../server/src/demo/draw-paper.ts';
import { keepPaper } from '../../server/src/demo/keep-paper.ts';
import type { FileStore } from '../../server/src/ports/file-store.ts';
import { crowd, longNames, type Size } from './crowd.ts';

const HOUR_MS = 3600_000;

interface Around {
  readonly files: FileStore;
  readonly passwordHash: string;
  readonly zone: ZoneRow;
  readonly stock: readonly MedicationRow[];
  readonly now: Date;
}

interface Paper {
  readonly patient: UserRow;
  readonly agent: UserRow;
  readonly prescriber: UserRow;
}

/**
 * A patient whose photographs wait for one pharmacist, and a prescriber with what they wrote. Three of them have their
 * pictures and one its price; two hundred are rows alone, in bulk.
 */
export async function buildPapers(tx: Database, size: Size, around: Around): Promise<void> {
  const { patient, agent, prescriber } = crowd[size];
  const person = { passwordHash: around.passwordHash, address: longNames.address.slice(0, 120) };
  const people = {
    patient: await buildUser(tx, {
      ...person,
      type: 'customer',
      name: `${longNames.patient} ${crowd[size].orders}`,
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
  if (size === 'few') await photographThree(tx, people, around);
  if (size === 'many') await photographMany(tx, people, around, crowd.many.orders);
  if (size !== 'none') await prescribe(tx, people, around, crowd[size].orders);
}

async function photographThree(tx: Database, { patient, agent }: Paper, around: Around): Promise<void> {
  const card = await buildInsuranceCard(tx, {
    ownerId: patient.id,
    label: longNames.insurance,
    fileKey: await picture(tx, around, patient.id, 'insurance', 10),
    rate: 37,
  });
  for (const made of [0, 1, 2]) {
    const isRead = made === 2;
    await buildOrder(tx, {
      state: 'pre-treatment',
      customerId: patient.id,
      agentId: agent.id,
      zone: around.zone,
      address: longNames.address.slice(0, 300),
      prescriptionUrl: await picture(tx, around, patient.id, 'prescription', made),
      items: isRead ? around.stock.map((medication) => ({ medication, quantity: 3 })) : [],
      itemsWrittenById: isRead ? agent.id : null,
      card: made === 1 ? null : card,
      createdAt: new Date(around.now.getTime() - (made + 1) * HOUR_MS),
    });
  }
}

async function picture(
  tx: Database,
  { files, now }: Around,
  ownerId: string,
  category: 'prescription' | 'insurance',
  seed: number,
): Promise<string> {
  return keepPaper(tx, { files }, { bytes: await drawPrescription(seed), ownerId, category, at: now });
}

async function photographMany(
  tx: Database,
  { patient, agent }: Paper,
  { zone, now }: Around,
  many: number,
): Promise<void> {
  const { rows } = await tx.execute<{ next: string }>(
    sql`select nextval('order_numbers') as next from generate_series(1, ${many})`,
  );
  const waiting = rows.map(({ next }, made) => ({
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
    createdAt: new Date(now.getTime() - (made + 1) * HOUR_MS),
  }));
  await tx.insert(fileTable).values(
    waiting.map(({ prescriptionUrl: key, createdAt }) => ({
      key,
      ownerId: patient.id,
      category: 'prescription' as const,
      contentType: 'image/jpeg' as const,
      bytes: 1_000,
      createdAt,
      boundAt: createdAt,
    })),
  );
  await tx.insert(orders).values(waiting);
  await tx.insert(orderEvents).values(
    waiting.map(({ id: orderId, createdAt: at }) => ({
      orderId,
      at,
      action: 'create',
      to: 'pre-treatment',
      actorId: patient.id,
    })),
  );
}

/** The first of them has been used, and its order ended. */
async function prescribe(
  tx: Database,
  { patient, prescriber }: Paper,
  around: Around,
  many: number,
): Promise<void> {
  const { zone, stock, now } = around;
  const [used, ...others] = Array.from({ length: many }, (_, made) => {
    const createdAt = new Date(now.getTime() - (made + 1) * 5 * HOUR_MS);
    return {
      id: randomUUID(),
      type: 'numerical' as const,
      number: `ORD-${String(90_000_000 + many * 1_000 + made)}`,
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
  if (second !== undefined) second.url = await picture(tx, around, prescriber.id, 'prescription', 20);
  await tx.insert(prescriptions).values([used, ...others]);
  const linesOf = (made: number) => stock.slice(0, 1 + (made % stock.length));
  await tx.insert(prescriptionItems).values(
    [used, ...others].flatMap(({ id: prescriptionId }, made) =>
      linesOf(made).map(({ id: medicationId, label, price }, position) => ({
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
