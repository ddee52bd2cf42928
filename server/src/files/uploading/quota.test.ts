import { readdirSync } from 'node:fs';
import { MAX_FILE_BYTES, MAX_PERSON_BYTES } from '@amasin/domain/files/file-category.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFile } from '../../builders/file.ts';
import { files } from '../../database/schema/files.ts';
import { times } from '../../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { smallPdf, upload } from '../../testing/upload.ts';

// Rule 32: 200 MB per user, even with concurrent uploads.

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const full = { success: false, code: 'QUOTA', message: 'Espace de fichiers plein (200 Mo par personne)' };
const weight = smallPdf.length;

/** A user with this many bytes left. */
async function personWithRoom(room: number): Promise<Visitor> {
  const visitor = await t.signIn('customer');
  let left = MAX_PERSON_BYTES - room;
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
