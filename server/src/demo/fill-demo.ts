import { dateRange, dayOfBenin } from '@amasin/domain/contract/dates.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import { count, inArray } from 'drizzle-orm';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { InsuranceCardRow } from '../database/schema/insurance.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { type ZoneRow, zones } from '../database/schema/zones.ts';
import { hashPassword } from '../session/passwords.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { demoAddresses } from './addresses.ts';
import { demoCatalogue } from './catalogue/catalogue.ts';
import { drawCard, drawPrescription } from './draw-paper.ts';
import { fillPlaces } from './fill-places.ts';
import { type DemoOrder, type DemoOrderItem, demoOrders } from './order-plan.ts';
import { demoPeople } from './people.ts';
import { type DemoPrescription, demoPrescriptions } from './prescription-plan.ts';
import { storePaper } from './store-paper.ts';
import { demoZones } from './zones.ts';

const DAY_MS = 24 * 3600_000;
/** The customer who has an insurance card. */
const INSURED = 'customer1';

/** Whether the database has no users. */
export async function isEmpty(db: Database): Promise<boolean> {
  const [found] = await db.select({ n: count() }).from(users);
  return found?.n === 0;
}

/**
 * Whether the database has the demonstration accounts. Compares e-mails only: the phones of the
 * demonstration's customers may belong to real users.
 */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const printed = demoAccounts.map(({ identifier }) => identifier);
  const found = await db.select({ id: users.id }).from(users).where(inArray(users.email, printed)).limit(1);
  return found.length > 0;
}

/**
 * Fills an empty database with users, pharmacies, catalogue, zones, prescriptions, an insurance card and
 * orders in every state over the last month.
 * @param onProgress reports completed and total steps
 */
export async function fillDemo(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'files'>,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<void> {
  const { files } = ctx;
  const now = ctx.clock.now();
  const all = demoOrders.length + 4;
  await ctx.db.transaction(async (tx) => {
    const people = await fillPeople(tx, new Date(now.getTime() - 60 * DAY_MS));
    await fillPlaces(tx, people, now);
    onProgress(1, all);
    const catalogue = await fillCatalogue(tx, people, now);
    onProgress(2, all);
    const areas = await fillZones(tx, now);
    onProgress(3, all);
    const made = { people, catalogue, areas, files, now, card: await fillCard(tx, people, files, now) };
    for (const [index, plan] of demoOrders.entries()) {
      await buildOrder(tx, { ...orderFields(plan, made), ...(await papersOf(tx, plan, index, made)) });
      onProgress(4 + index, all);
    }
    for (const [index, plan] of demoPrescriptions.entries()) await fillPrescription(tx, plan, index, made);
    onProgress(all, all);
  });
}

async function fillPeople(tx: Database, createdAt: Date): Promise<Map<string, UserRow>> {
  // One hash for all: the password is public.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const made = new Map<string, UserRow>();
  for (const { key, location, phone, ...person } of demoPeople) {
    const place = { longitude: location?.lng ?? null, latitude: location?.lat ?? null };
    const row = { ...person, ...place, phone: normalizePhone(phone), passwordHash, createdAt };
    made.set(key, await buildUser(tx, row));
  }
  return made;
}

async function fillCatalogue(
  tx: Database,
  people: ReadonlyMap<string, UserRow>,
  now: Date,
): Promise<MedicationRow[]> {
  const createdById = people.get('superviseur')?.id ?? null;
  return tx
    .insert(medications)
    .values(
      demoCatalogue.map((medicine, index) => ({
        ...medicine,
        searchText: searchText(medicine.label),
        reviewed: true,
        createdById,
        // Spread over two months, so that filters by date have results.
        createdAt: new Date(now.getTime() - (60 - (index % 60)) * DAY_MS),
      })),
    )
    .returning();
}

function fillZones(tx: Database, createdAt: Date): Promise<ZoneRow[]> {
  return tx
    .insert(zones)
    .values(
      demoZones.map((zone) => ({
        ...zone,
        sectors: [...zone.sectors],
        town: townIn(zone.label),
        searchText: searchText(zone.label),
        createdAt,
      })),
    )
    .returning();
}

/** One customer has an unverified card. */
async function fillCard(
  tx: Database,
  people: ReadonlyMap<string, UserRow>,
  files: SystemCtx['files'],
  at: Date,
): Promise<InsuranceCardRow> {
  const ownerId = need(people.get(INSURED), INSURED).id;
  const createdAt = new Date(at.getTime() - 40 * DAY_MS);
  const bytes = await drawCard();
  const fileKey = await storePaper(tx, { files }, { bytes, ownerId, category: 'insurance', at: createdAt });
  return buildInsuranceCard(tx, { ownerId, fileKey, label: 'Mutuelle Atinkpodji', rate: 37, createdAt });
}

/** The photograph, the prescription and the card that an order of the plan has. */
async function papersOf(tx: Database, plan: DemoOrder, index: number, made: Made) {
  const { createdAt, customerId, items } = orderFields(plan, made);
  const card = plan.customer === INSURED && plan.state !== 'pre-treatment' ? made.card : null;
  const draw = () => drawPrescription(index);
  const store = async (ownerId: string) =>
    storePaper(tx, made, { bytes: await draw(), ownerId, category: 'prescription', at: createdAt });
  if (plan.kind === 'physical') return { card, prescriptionUrl: await store(customerId) };
  if (plan.kind === 'direct') return { card };
  const author = plan.prescriber ?? 'docteur';
  const authorId = need(made.people.get(author), author).id;
  const { name, phone } = need(made.people.get(plan.customer), plan.customer);
  const fields = { authorId, patientName: name, patientPhone: phone ?? '', items };
  const written = new Date(createdAt.getTime() - 2 * 3600_000);
  const url = await store(authorId);
  const { id } = await buildPrescription(tx, { ...fields, url, createdAt: written });
  return { card, prescriptionId: id };
}

async function fillPrescription(tx: Database, plan: DemoPrescription, index: number, made: Made) {
  const authorId = need(made.people.get(plan.author), plan.author).id;
  const createdAt = new Date(made.now.getTime() - plan.daysAgo * DAY_MS - index * 3600_000);
  const bytes = await drawPrescription(100 + index);
  const url = await storePaper(tx, made, {
    bytes,
    ownerId: authorId,
    category: 'prescription',
    at: createdAt,
  });
  const { patientName } = plan;
  const patientPhone = normalizePhone(plan.patientPhone) ?? '';
  const items = itemsOf(plan.items, made.catalogue);
  await buildPrescription(tx, { authorId, patientName, patientPhone, url, createdAt, items });
}

interface Made {
  readonly people: ReadonlyMap<string, UserRow>;
  readonly catalogue: readonly MedicationRow[];
  readonly areas: readonly ZoneRow[];
  readonly files: SystemCtx['files'];
  readonly card: InsuranceCardRow;
  readonly now: Date;
}

function orderFields(plan: DemoOrder, { people, catalogue, areas, now }: Made) {
  const idOf = (key: string | null) => (key === null ? null : need(people.get(key), key).id);
  const place = need(demoAddresses[plan.addressIndex], `address ${plan.addressIndex}`);
  const today = need(dateRange(dayOfBenin(now)), 'day');
  return {
    state: plan.state,
    customerId: need(idOf(plan.customer), plan.customer),
    pharmacyId: idOf(plan.pharmacy),
    deliveryPersonId: idOf(plan.deliveryPerson),
    agentId: idOf(plan.agent),
    supervisorId: idOf('superviseur'),
    itemsWrittenById: plan.kind === 'physical' && plan.items.length > 0 ? idOf(plan.agent) : null,
    zone: need(
      areas.find((zone) => zone.label === place.zone),
      place.zone,
    ),
    address: place.address,
    items: itemsOf(plan.items, catalogue),
    createdAt: new Date(today.from.getTime() - plan.daysAgo * DAY_MS + plan.minutesOfDay * 60_000),
  };
}

function itemsOf(items: readonly DemoOrderItem[], catalogue: readonly MedicationRow[]) {
  return items.map(({ label, form, quantity }) => ({
    medication: need(
      catalogue.find((medicine) => medicine.label === label && medicine.form === form),
      label,
    ),
    quantity,
  }));
}

function need<T>(found: T | undefined | null, name: string): T {
  if (found === undefined || found === null)
    throw new Error(`the demonstration plan names an unknown ${name}`);
  return found;
}
