import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOpenings, files } from '../database/schema/files.ts';
import { users } from '../database/schema/users.ts';
import { tokenHash } from '../session/tokens.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, smallPdf, storeTestFile, upload } from '../testing/upload.ts';
import { signLink } from './links.ts';

let t: TestApp;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer');
});
afterAll(() => t.close());

async function uploadFile(bytes: Uint8Array, type = 'prescription'): Promise<string> {
  const { status, body } = await upload(t, customer, bytes, { type });
  expect(status).toBe(201);
  return body.url;
}

async function link(key: string, visitor = customer): Promise<string> {
  const { status, body } = await t.call(visitor, 'POST', '/upload/signed-url', { key });
  expect(status).toBe(200);
  return body.url;
}

const open = (url: string, headers = {}) => t.app.inject({ url, headers });
const openings = (key: string) =>
  t.db
    .select()
    .from(fileOpenings)
    .where(eq(fileOpenings.object, `file:${key}`));
const closed = { success: false, code: 'LINK_EXPIRED', message: 'Ce lien a expiré. Rouvrez le fichier.' };

describe('a link', () => {
  it('shows a picture inline and executes nothing', async () => {
    const response = await open(await link(await uploadFile(await drawPicture(), 'insurance')));
    expect(response.statusCode).toBe(200);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 8,
      height: 6,
    });
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="carte.jpg"',
      'content-length': String(response.rawPayload.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('downloads a PDF byte for byte', async () => {
    const response = await open(await link(await uploadFile(smallPdf)));
    expect(response.rawPayload).toEqual(smallPdf);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="ordonnance.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    ['png', 'image/png', 'ordonnance.png'],
    ['webp', 'image/webp', 'ordonnance.webp'],
  ] as const)('serves a %s with its content type', async (format, type, name) => {
    const { headers } = await open(await link(await uploadFile(await drawPicture(format))));
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      type,
      `inline; filename="${name}"`,
    ]);
  });

  it('expires after 5 minutes', async () => {
    const key = await uploadFile(smallPdf);
    const url = await link(key);
    t.clock.advance(299);
    expect((await open(url)).statusCode).toBe(200);
    t.clock.advance(1);
    const late = await open(url);
    expect([late.statusCode, late.json()]).toEqual([403, closed]);
    expect(await openings(key)).toHaveLength(1);
  });

  it('returns 403 when altered, malformed or signed for another file', async () => {
    const mine = await link(await uploadFile(smallPdf));
    const other = await link(await uploadFile(await drawPicture()));
    const [payload, signature] = mine.split('.');
    const crossed = `${payload}.${other.split('.')[1]}`;
    for (const url of [
      crossed,
      `${payload}`,
      `${payload}.`,
      `${payload}.${signature}x`,
      '/api/files/x',
      '/api/files/..%2Fx',
      '/api/files/%00',
      `${mine}%00`,
      `${mine}%20`,
      `%00${mine}`.replace('%00/api/files/', '/api/files/%00'),
    ]) {
      const response = await open(url);
      expect([url, response.statusCode, response.json()]).toEqual([url, 403, closed]);
    }
  });

  it('returns 403 for an object without an opener, even if signed', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + 60_000);
    for (const object of ['', 'file', 'user:1', 'constructor:x', '__proto__:x', 'toString:x']) {
      const session = tokenHash(customer.token);
      const token = signLink(t.ctx.linkSecrets[0], { object, userId: customer.row.id, session, expiresAt });
      expect((await open(`/api/files/${token}`)).json()).toEqual(closed);
    }
  });

  it('returns 404 for a swept file', async () => {
    const key = await uploadFile(smallPdf);
    const url = await link(key);
    await t.db.delete(files).where(eq(files.key, key));
    const { statusCode, json } = await open(url);
    expect([statusCode, json()]).toEqual([
      404,
      { success: false, code: 'FILE_NOT_FOUND', message: 'Fichier inaccessible' },
    ]);
    expect(await openings(key)).toEqual([]);
  });

  it('ends with the session that asked for it, not with another of the same person', async () => {
    const key = await uploadFile(smallPdf);
    const phone = await t.session(customer.row);
    const [here, there] = [await link(key), await link(key, phone)];
    expect((await t.call(phone, 'POST', '/auth/logout')).status).toBe(204);
    expect([(await open(there)).json(), (await open(here)).statusCode]).toEqual([closed, 200]);
  });

  it('ends with the account', async () => {
    const agent = await t.signIn('agent');
    const { key } = await storeTestFile(t, { ownerId: agent.row.id });
    const url = await link(key, agent);
    await t.db.update(users).set({ active: false }).where(eq(users.id, agent.row.id));
    expect((await open(url)).json()).toEqual(closed);
  });

  it('ends with the right to see the file', async () => {
    const agent = await t.signIn('agent');
    const { key } = await storeTestFile(t, { ownerId: agent.row.id });
    const url = await link(key, agent);
    await t.db.update(files).set({ ownerId: customer.row.id }).where(eq(files.key, key));
    expect((await open(url)).statusCode).toBe(404);
    expect(await openings(key)).toEqual([]);
  });

  it('only supports GET', async () => {
    const key = await uploadFile(smallPdf);
    const url = await link(key);
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const) {
      expect((await t.app.inject({ method, url })).statusCode, method).toBe(404);
    }
    expect(await openings(key)).toEqual([]);
  });
});

it('records openings for the user who requested the link, those of an hour as one', async () => {
  const key = await uploadFile(smallPdf);
  expect(await openings(key)).toEqual([]);
  const at = [];
  for (const seconds of [10, 10, 3_580, 3_600]) {
    t.clock.advance(seconds);
    at.push(t.clock.now());
    // The link itself is the permission: another user's token changes nothing.
    const other = { authorization: `Bearer ${(await t.signIn('deliveryPerson')).token}` };
    expect((await open(await link(key), other)).statusCode).toBe(200);
  }
  at.splice(1, 2);
  const rows = (await openings(key)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  expect(rows.map((row) => [row.userId, row.at])).toEqual(at.map((moment) => [customer.row.id, moment]));
});
