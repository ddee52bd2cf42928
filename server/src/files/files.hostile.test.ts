import { readdirSync } from 'node:fs';
import { fileCategories, mayUpload } from '@amasin/domain/files/file-category.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../database/schema/files.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, upload } from '../testing/upload.ts';
import { type Hostile, tooLarge, unacceptable, withPayload } from './hostile-files.fixture.ts';

// Hostile files: a file is identified by its content only.

const refused = {
  415: {
    success: false,
    code: 'FILE_TYPE',
    message: 'Format non accepté : image (JPEG, PNG, WebP) ou PDF uniquement',
  },
  413: { success: false, code: 'FILE_TOO_LARGE', message: 'Fichier trop volumineux (10 Mo maximum)' },
};

let t: TestApp;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer');
});
afterAll(() => t.close());

/** The categories that a customer uploads. A courier's photograph has a call of its own, which reads it by the same code. */
const categories = fileCategories.filter((category) => mayUpload('customer', category));

const stored = async (key: string) => Buffer.from((await t.ctx.files.read(key)) ?? '');

async function sendEach(hostiles: readonly Hostile[], status: keyof typeof refused) {
  for (const { kind, name, bytes } of hostiles) {
    for (const type of categories) {
      for (const says of ['image/jpeg', 'application/pdf']) {
        const response = await upload(t, customer, bytes, { type, name, says });
        expect([kind, response.status, response.body]).toEqual([kind, status, refused[status]]);
      }
    }
  }
}

describe('a hostile file', () => {
  it('returns 415 for files that are neither picture nor PDF, whatever their name and declared type', async () => {
    await sendEach(await unacceptable(), 415);
  });

  it('returns 413 for files whose actual or declared size is too large', async () => {
    await sendEach(await tooLarge(), 413);
  });

  it('leaves neither row nor bytes', async () => {
    expect(await t.db.select().from(files)).toEqual([]);
    expect(() => readdirSync(t.filesFolder)).toThrow('ENOENT');
  });

  it('stores a picture or a PDF without what was put into it or before it', async () => {
    for (const { kind, name, bytes, payload } of await withPayload()) {
      expect(bytes.includes(payload), kind).toBe(true);
      for (const type of categories) {
        const { status, body } = await upload(t, customer, bytes, { type, name });
        expect([kind, status]).toEqual([kind, 201]);
        expect((await stored(body.url)).includes(payload), kind).toBe(false);
      }
    }
  });

  it('covers at least 40 kinds', async () => {
    const all = [...(await unacceptable()), ...(await tooLarge()), ...(await withPayload())];
    const kinds = new Set(all.map(({ kind }) => kind)).size;
    expect(kinds).toBeGreaterThanOrEqual(40);
  });
});

it('stores only the first frame of an animation', async () => {
  const frame = { width: 8, height: 12, channels: 3 as const, background: '#c03' };
  const film = await sharp({ create: { ...frame, pageHeight: 6 } })
    .webp({ delay: [100, 100] })
    .toBuffer();
  const { body } = await upload(t, customer, film);
  expect(await sharp(await stored(body.url)).metadata()).toMatchObject({ width: 8, height: 6 });
});

it('accepts 50 megapixels while other calls are served', async () => {
  const picture = await drawPicture('jpeg', { width: 10_000, height: 5_000 });
  const large = upload(t, customer, picture);
  let isDrawn = false;
  void large.then(() => {
    isDrawn = true;
  });
  for (let calls = 0; calls < 3; calls += 1) {
    expect((await t.call(customer, 'GET', '/zones')).status).toBe(200);
    expect(isDrawn).toBe(false);
  }
  expect((await large).status).toBe(201);
});
