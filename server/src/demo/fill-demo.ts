import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { registersThemselves } from '@amasin/domain/users/consent.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import { buildConsents } from '../builders/consent.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildInsurer } from '../builders/insurer.ts';
import { buildUser } from '../builders/user.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { InsuranceCardRow } from '../database/schema/insurance.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { zones } from '../database/schema/places.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { hashPassword } from '../session/passwords.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { drawCard } from './draw-paper.ts';
import { fillChats } from './fill-chats.ts';
import { fillOrder, fillPrescription, INSURED, need } from './fill-orders.ts';
import { fillPlaces } from './fill-places.ts';
import { storePaper } from './store-paper.ts';
import {
  readAddresses,
  readMedications,
  readOrders,
  readPeople,
  readPrescriptions,
  readZones,
} from './tables.ts';

/**
 * Fills an empty database with users, pharmacies, catalogue, zones, prescriptions, an insurance card, orders
 * in every state over the last month and consultations.
 * @param onProgress reports completed and total steps
 */
export async function fillDemo(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'files'>,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<void> {
  const { files } = ctx;
  const now = ctx.clock.now();
  const plans = readOrders();
  const all = plans.length + 4;
  await transact(ctx.db, async (tx) => {
    const people = await fillPeople(tx, now);
    await fillPlaces(tx, people, now);
    onProgress(1, all);
    const catalogue = await fillCatalogue(tx, people, now);
    onProgress(2, all);
    const addresses = await fillZones(tx, now);
    onProgress(3, all);
    const card = await fillCard(tx, people, files, now);
    const demo = { people, catalogue, addresses, files, now, card };
    for (const [index, plan] of plans.entries()) {
      await fillOrder(tx, plan, index, demo);
      onProgress(4 + index, all);
    }
    for (const [index, plan] of readPrescriptions().entries()) await fillPrescription(tx, plan, index, demo);
    await fillChats(tx, people, now);
    onProgress(all, all);
  });
}

async function fillPeople(tx: Database, now: Date): Promise<Map<string, UserRow>> {
  const createdAt = new Date(now.getTime() - 60 * DAY_MS);
  // One hash for all: the password is public.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const created = new Map<string, UserRow>();
  for (const { key, phone, licenceDaysLeft, ...person } of readPeople()) {
    const licence = licenceDaysLeft === undefined ? {} : licenceEnding(now, licenceDaysLeft);
    // Its customers have typed their code: what is written for their telephones is theirs (rule 49).
    const phoneProvenAt = person.type === 'customer' ? createdAt : null;
    const account = { phone: normalizePhone(phone), phoneProvenAt, passwordHash, createdAt };
    const row = { ...person, ...licence, ...account };
    const user = await buildUser(tx, row);
    if (registersThemselves.includes(user.type)) await buildConsents(tx, user);
    created.set(key, user);
  }
  return created;
}

const LICENCE_DAYS = 5 * 365;

function licenceEnding(now: Date, daysLeft: number) {
  const day = (days: number) => dayInBenin(new Date(now.getTime() + days * DAY_MS));
  return { licenceFrom: day(daysLeft - LICENCE_DAYS), licenceUntil: day(daysLeft) };
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
      readMedications().map((medicine, index) => ({
        ...medicine,
        searchText: searchText(medicine.label),
        substanceText: medicine.substances && searchText(medicine.substances),
        reviewed: true,
        createdById,
        // Spread over two months, so that filters by date have results.
        createdAt: new Date(now.getTime() - (60 - (index % 60)) * DAY_MS),
      })),
    )
    .returning();
}

/** @returns the delivery addresses in the zones, by key */
async function fillZones(tx: Database, createdAt: Date) {
  const rows = await tx
    .insert(zones)
    .values(
      readZones().map((zone) => ({
        ...zone,
        town: townIn(zone.label),
        searchText: searchText(zone.label),
        createdAt,
      })),
    )
    .returning();
  const byLabel = new Map(rows.map((row) => [row.label, row]));
  return new Map(
    readAddresses().map(({ key, zone, address }) => [key, { zone: need(byLabel.get(zone), zone), address }]),
  );
}

/** One customer has an unverified card, of an insurer that whoever checks it may choose. */
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
  await buildInsurer(tx, { name: 'Mutuelle Atinkpodji', limit: 500_000, ceiling: 60_000, createdAt });
  return buildInsuranceCard(tx, { ownerId, fileKey, label: 'Mutuelle Atinkpodji', rate: 37, createdAt });
}
