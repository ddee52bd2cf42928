import { searchText } from '@amasin/domain/medications/search-text.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { count, eq } from 'drizzle-orm';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { type ZoneRow, zones } from '../database/schema/zones.ts';
import { hashPassword } from '../session/passwords.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { demoAddresses } from './addresses.ts';
import { demoCatalogue } from './catalogue/catalogue.ts';
import { type DemoOrder, demoOrders } from './order-plan.ts';
import { demoPeople } from './people.ts';
import { demoZones } from './zones.ts';

const DAY_MS = 24 * 3600_000;
/** Benin is at UTC+1 all year round. */
const OFFSET_MS = 3600_000;

/** Whether nobody lives in this database yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  const [found] = await db.select({ n: count() }).from(users);
  return found?.n === 0;
}

/** Whether the printed accounts live here: a database may have been begun without the demonstration. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoAccounts[0].identifier));
  return found.length > 0;
}

/**
 * Fills an empty database with the demonstration: people, catalogue, zones, and orders in every state over the last month.
 * @param onProgress told how many of how many steps are done
 */
export async function fillDemo(
  { db, clock }: Pick<SystemCtx, 'db' | 'clock'>,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<void> {
  const now = clock.now();
  const all = demoOrders.length + 3;
  await db.transaction(async (tx) => {
    const people = await fillPeople(tx, new Date(now.getTime() - 60 * DAY_MS));
    onProgress(1, all);
    const catalogue = await fillCatalogue(tx, people, now);
    onProgress(2, all);
    const areas = await fillZones(tx, now);
    onProgress(3, all);
    for (const [index, plan] of demoOrders.entries()) {
      await buildOrder(tx, orderFields(plan, { people, catalogue, areas, now }));
      onProgress(4 + index, all);
    }
  });
}

async function fillPeople(tx: Database, createdAt: Date): Promise<Map<string, UserRow>> {
  // One hash for all: the password is printed at every start anyway.
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
        // Spread over two months, so that the filters by date have something to find.
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
        searchText: searchText(zone.label),
        createdAt,
      })),
    )
    .returning();
}

interface Made {
  readonly people: ReadonlyMap<string, UserRow>;
  readonly catalogue: readonly MedicationRow[];
  readonly areas: readonly ZoneRow[];
  readonly now: Date;
}

function orderFields(plan: DemoOrder, { people, catalogue, areas, now }: Made) {
  const idOf = (key: string | null) => (key === null ? null : need(people.get(key), key).id);
  const place = need(demoAddresses[plan.addressIndex], `address ${plan.addressIndex}`);
  const midnight = Math.floor((now.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS;
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
    items: plan.items.map(({ label, form, quantity }) => ({
      medication: need(
        catalogue.find((medicine) => medicine.label === label && medicine.form === form),
        label,
      ),
      quantity,
    })),
    createdAt: new Date(midnight - plan.daysAgo * DAY_MS + plan.minutesOfDay * 60_000),
  };
}

function need<T>(found: T | undefined | null, name: string): T {
  if (found === undefined || found === null)
    throw new Error(`the demonstration plan names an unknown ${name}`);
  return found;
}
