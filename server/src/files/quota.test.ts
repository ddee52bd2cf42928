import { readdirSync } from 'node:fs';
import {
  MAX_FILE_BYTES,
  MAX_NEW_PERSON_BYTES,
  MAX_PERSON_BYTES,
} from '@amasin/domain/files/file-category.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { files } from '../database/schema/files.ts';
import { users } from '../database/schema/users.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { smallPdf, upload } from '../testing/upload.ts';

// Rule 32: 200 MB per user, 30 MB until something vouches for them, even with concurrent uploads.

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const full = { success: false, code: 'QUOTA', message: 'Espace de fichiers plein (200 Mo par personne)' };
const weight = smallPdf.length;

/** A customer with a paid order and this many bytes left. */
async function personWithRoom(room: number): Promise<Visitor> {
  const visitor = await t.signIn('customer');
  await buildOrder(t.db, { customerId: visitor.row.id });
  return fill(visitor, MAX_PERSON_BYTES - room);
}

async function fill(visitor: Visitor, bytes: number): Promise<Visitor> {
  let left = bytes;
  for (; left > 0; left -= MAX_FILE_BYTES) {
    await buildFile(t.db, { ownerId: visitor.row.id, bytes: Math.min(left, MAX_FILE_BYTES) });
  }
  return visitor;
}

const rowsOf = ({ row }: Visitor) => t.db.select().from(files).where(eq(files.ownerId, row.id));
const onDisk = () =>
  readdirSync(t.filesFolder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => one.name);

it('accepts exactly the last byte', async () => {
  const exact = await personWithRoom(weight);
  expect((await upload(t, exact, smallPdf)).status).toBe(201);
  expect(await upload(t, exact, smallPdf)).toMatchObject({ status: 413, body: full });
  const tight = await personWithRoom(weight - 1);
  expect(await upload(t, tight, smallPdf)).toMatchObject({ status: 413, body: full });
  expect((await upload(t, await t.signIn('customer'), smallPdf)).status).toBe(201);
});

describe('thirty megabytes', () => {
  const tight = async (visitor: Visitor) => upload(t, await fill(visitor, MAX_NEW_PERSON_BYTES), smallPdf);
  const limited = (until: string) => ({
    status: 413,
    body: { ...full, message: `Espace de fichiers plein (30 Mo jusqu’à ${until})` },
  });

  it('are what a customer has until a first paid order', async () => {
    const customer = await t.signIn('customer');
    await buildOrder(t.db, { customerId: customer.row.id, state: 'pre-treatment' });
    expect(await tight(customer)).toMatchObject(limited('votre première commande payée'));
    await buildOrder(t.db, { customerId: customer.row.id });
    expect((await upload(t, customer, smallPdf)).status).toBe(201);
  });

  it('are what a prescriber has until they are verified', async () => {
    const doctor = await t.signIn('partnerDoctor', { verified: false });
    expect(await tight(doctor)).toMatchObject(limited('la vérification de votre compte'));
    await t.db.update(users).set({ verified: true }).where(eq(users.id, doctor.row.id));
    expect((await upload(t, doctor, smallPdf)).status).toBe(201);
  });

  it('do not limit staff', async () => {
    expect((await tight(await t.signIn('agent'))).status).toBe(201);
  });
});

it('accepts as many of 20 concurrent uploads as fit; the others leave nothing', async () => {
  for (const places of [1, 3, 1, 3, 1]) {
    const person = await personWithRoom(places * weight + (weight - 1));
    const before = { rows: (await rowsOf(person)).length, disk: onDisk().length };
    const responses = await Promise.all(times(20, () => upload(t, person, smallPdf)));
    const taken = responses.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(places);
    for (const { status, body } of responses) if (status !== 201) expect(body).toEqual(full);
    const rows = await rowsOf(person);
    expect(rows).toHaveLength(before.rows + places);
    expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_PERSON_BYTES);
    expect(onDisk()).toHaveLength(before.disk + places);
    expect(onDisk()).toEqual(expect.arrayContaining(taken.map(({ body }) => body.url)));
  }
});

it('does not count health documents bound for more than 30 days', async () => {
  const person = await personWithRoom(0);
  const linkAll = (at: Date) =>
    t.db.update(files).set({ boundAt: at }).where(eq(files.ownerId, person.row.id));
  const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * 24 * 3600_000);
  await linkAll(daysAgo(29));
  expect(await upload(t, person, smallPdf)).toMatchObject({ status: 413, body: full });
  await linkAll(daysAgo(31));
  expect((await upload(t, person, smallPdf)).status).toBe(201);
});
