import { dateRange, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { InsuranceCardRow } from '../database/schema/insurance.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import type { UserRow } from '../database/schema/users.ts';
import { drawPrescription } from './draw-paper.ts';
import { storePaper } from './store-paper.ts';
import { type DemoItem, type DemoOrder, type DemoPrescription, minutesOf } from './tables.ts';

/** The customer who has an insurance card. */
export const INSURED = 'customer1';

/** The rows that orders refer to. */
interface Demo {
  readonly people: ReadonlyMap<string, UserRow>;
  readonly catalogue: readonly MedicationRow[];
  readonly addresses: ReadonlyMap<string, { readonly zone: ZoneRow; readonly address: string }>;
  readonly files: SystemCtx['files'];
  readonly card: InsuranceCardRow;
  readonly now: Date;
}

/** Creates an order of the plan with its papers. */
export async function fillOrder(tx: Database, plan: DemoOrder, index: number, demo: Demo): Promise<void> {
  const fields = orderFields(plan, demo);
  const card = plan.customer === INSURED && plan.state !== 'pre-treatment' ? demo.card : null;
  const papers = await fillPapers(tx, plan, { ...fields, index }, demo);
  // Pharmacies have opened what is not of this half hour.
  const openedAt = new Date(fields.createdAt.getTime() + 30 * MINUTE_MS);
  await buildOrder(tx, { ...fields, ...papers, card, ...(openedAt <= demo.now && { openedAt }) });
}

/** The photograph or the prescription of an order. */
async function fillPapers(
  tx: Database,
  plan: DemoOrder,
  { createdAt, customerId, items, index }: ReturnType<typeof orderFields> & { index: number },
  demo: Demo,
) {
  if (plan.kind === 'direct') return {};
  const author = plan.prescriber === null ? null : personOf(plan.prescriber, demo);
  const url = await storePaper(tx, demo, {
    bytes: await drawPrescription(index),
    ownerId: author?.id ?? customerId,
    category: 'prescription',
    at: createdAt,
  });
  if (author === null) return { prescriptionUrl: url };
  const { name, phone } = personOf(plan.customer, demo);
  const { id } = await buildPrescription(tx, {
    authorId: author.id,
    patientName: name,
    patientPhone: phone ?? '',
    items,
    url,
    createdAt: new Date(createdAt.getTime() - 2 * HOUR_MS),
  });
  return { prescriptionId: id };
}

/** Creates an unused prescription of the plan. */
export async function fillPrescription(tx: Database, plan: DemoPrescription, index: number, demo: Demo) {
  const { id: authorId } = personOf(plan.author, demo);
  const createdAt = new Date(demo.now.getTime() - plan.daysAgo * DAY_MS - index * HOUR_MS);
  const bytes = await drawPrescription(100 + index);
  const paper = { bytes, ownerId: authorId, category: 'prescription', at: createdAt } as const;
  await buildPrescription(tx, {
    authorId,
    patientName: plan.patientName,
    patientPhone: normalizePhone(plan.patientPhone) ?? '',
    url: await storePaper(tx, demo, paper),
    createdAt,
    items: itemsOf(plan.items, demo.catalogue),
  });
}

function orderFields(plan: DemoOrder, demo: Demo) {
  const idOf = (key: string | null) => (key === null ? null : personOf(key, demo).id);
  return {
    state: plan.state,
    customerId: personOf(plan.customer, demo).id,
    pharmacyId: idOf(plan.pharmacy),
    deliveryPersonId: idOf(plan.deliveryPerson),
    agentId: idOf(plan.agent),
    supervisorId: idOf('superviseur'),
    itemsWrittenById: plan.kind === 'physical' && plan.items.length > 0 ? idOf(plan.agent) : null,
    ...need(demo.addresses.get(plan.address), plan.address),
    items: itemsOf(plan.items, demo.catalogue),
    createdAt: createdAtOf(plan, demo.now),
  };
}

function createdAtOf({ daysAgo = 0, time = '00:00', minutesAgo }: DemoOrder, now: Date): Date {
  if (minutesAgo !== undefined) return new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const today = need(dateRange(dayInBenin(now)), 'day');
  return new Date(today.from.getTime() - daysAgo * DAY_MS + minutesOf(time) * MINUTE_MS);
}

function itemsOf(items: readonly DemoItem[], catalogue: readonly MedicationRow[]) {
  return items.map(({ label, form, quantity }) => ({
    medication: need(
      catalogue.find((medicine) => medicine.label === label && medicine.form === form),
      label,
    ),
    quantity,
  }));
}

const personOf = (key: string, { people }: Demo) => need(people.get(key), key);

/** @throws Error when the plan names something that does not exist */
export function need<T>(found: T | undefined | null, name: string): T {
  if (found === undefined || found === null) throw new Error(`the demo plan names an unknown ${name}`);
  return found;
}
