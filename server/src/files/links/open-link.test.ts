import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOpenings, files } from '../../database/schema/files.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { drawPicture, smallPdf, upload } from '../../testing/upload.ts';
import { signLink } from './signed-link.ts';

let t: TestApp;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer');
});
afterAll(() => t.close());

async function keep(bytes: Uint8Array, type = 'prescription'): Promise<string> {
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
  it('opens the picture in the page, and runs nothing', async () => {
    const answer = await open(await link(await keep(await drawPicture(), 'insurance')));
    expect(answer.statusCode).toBe(200);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 6 });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="carte.jpg"',
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('gives a PDF to be saved, byte for byte', async () => {
    const answer = await open(await link(await keep(smallPdf)));
    expect(answer.rawPayload).toEqual(smallPdf);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="ordonnance.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    ['png', 'image/png', 'ordonnance.png'],
    ['webp', 'image/webp', 'ordonnance.webp'],
  ] as const)('of a %s is of its kind', async (format, type, name) => {
    const { headers } = await open(await link(await keep(await drawPicture(format))));
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      type,
      `inline; filename="${name}"`,
    ]);
  });

  it('is over after 5 minutes', async () => {
    const key = await keep(smallPdf);
    const url = await link(key);
    t.clock.advance(299);
    expect((await open(url)).statusCode).toBe(200);
    t.clock.advance(1);
    const late = await open(url);
    expect([late.statusCode, late.json()]).toEqual([403, closed]);
    expect(await openings(key)).toHaveLength(1);
  });

  it('that was changed, is of another, or is none at all opens nothing', async () => {
    const [mine, other] = [await link(await keep(smallPdf)), await link(await keep(await drawPicture()))];
    const [said, signature] = mine.split('.');
    const crossed = `${said}.${other.split('.')[1]}`;
    for (const url of [
      crossed,
      `${said}`,
      `${said}.`,
      `${said}.${signature}x`,
      '/api/files/x',
      '/api/files/..%2Fx',
      '/api/files/%00',
    ]) {
      const answer = await open(url);
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, closed]);
    }
  });

  it('to what nobody opens, though we signed it, opens nothing', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + 60_000);
    for (const object of ['', 'file', 'user:1', 'constructor:x', '__proto__:x', 'toString:x']) {
      const token = signLink(t.ctx.linkSecret, { object, userId: customer.row.id, expiresAt });
      expect((await open(`/api/files/${token}`)).json()).toEqual(closed);
    }
  });

  it('to a file that has been swept away is 404', async () => {
    const key = await keep(smallPdf);
    const url = await link(key);
    await t.db.delete(files).where(eq(files.key, key));
    const { statusCode, json } = await open(url);
    expect([statusCode, json()]).toEqual([
      404,
      { success: false, code: 'FILE_NOT_FOUND', message: 'Fichier inaccessible' },
    ]);
    expect(await openings(key)).toEqual([]);
  });

  it('is opened by GET alone', async () => {
    const key = await keep(smallPdf);
    const url = await link(key);
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const) {
      expect((await t.app.inject({ method, url })).statusCode, method).toBe(404);
    }
    expect(await openings(key)).toEqual([]);
  });
});

it('each opening is recorded, under the name of who asked for the link', async () => {
  const key = await keep(smallPdf);
  expect(await openings(key)).toEqual([]);
  const [first, again] = [await link(key), await link(key)];
  const at = [];
  for (const url of [first, again, first]) {
    t.clock.advance(10);
    at.push(t.clock.now());
    // Whoever holds the link: a token of somebody else changes nothing.
    await open(url, { authorization: `Bearer ${(await t.signIn('deliveryPerson')).token}` });
  }
  const rows = (await openings(key)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  expect(rows.map((row) => [row.userId, row.at])).toEqual(at.map((moment) => [customer.row.id, moment]));
});
