import { readdirSync } from 'node:fs';
import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../database/schema/files.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, sendForm, smallPdf, upload, writeForm } from '../testing/upload.ts';

let t: TestApp;
let customer: Visitor;
let picture: Buffer;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer');
  picture = await drawPicture();
});
afterAll(() => t.close());

const rowOf = async (key: string) => (await t.db.select().from(files).where(eq(files.key, key)))[0];
const file = (bytes: Uint8Array, name = 'photo.jpg') => new File([Uint8Array.from(bytes)], name);
const wrong = (field: string, message: string) => ({
  status: 422,
  body: { success: false, code: 'INVALID', message, fields: { [field]: message } },
});

describe('an upload', () => {
  it('returns a 192-bit key and stores row and bytes', async () => {
    const { status, body } = await upload(t, customer, picture);
    expect(status).toBe(201);
    expect(body).toEqual({ url: expect.stringMatching(/^[\w-]{32}$/) });
    const stored = await t.ctx.files.read(body.url);
    expect(await rowOf(body.url)).toMatchObject({
      ownerId: customer.row.id,
      category: 'prescription',
      contentType: 'image/jpeg',
      bytes: stored!.length,
      createdAt: t.clock.now(),
      boundAt: null,
    });
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('stores a %s by its content, whatever its name', async (format, contentType) => {
    const sent = { type: 'insurance', name: '../../carte.exe', says: 'application/x-msdownload' };
    const { body } = await upload(t, customer, await drawPicture(format), sent);
    expect(await rowOf(body.url)).toMatchObject({ contentType, category: 'insurance' });
  });

  it('stores a PDF unchanged', async () => {
    const { body } = await upload(t, customer, smallPdf, { name: 'photo.jpg' });
    expect(await rowOf(body.url)).toMatchObject({ contentType: 'application/pdf', bytes: smallPdf.length });
    expect(Buffer.from((await t.ctx.files.read(body.url))!)).toEqual(smallPdf);
  });

  it.each([
    ['a byte order mark before', [Buffer.from('\ufeff'), smallPdf]],
    ['a line end before', [Buffer.from('\n'), smallPdf]],
    ['2,000 zero bytes after', [smallPdf, Buffer.alloc(2_000)]],
  ])('stores a PDF with %s without it', async (_, parts) => {
    const { status, body } = await upload(t, customer, Buffer.concat(parts));
    expect(status).toBe(201);
    expect(Buffer.from((await t.ctx.files.read(body.url))!)).toEqual(smallPdf);
  });

  it.each(userTypes)('is allowed for a %s as in authorization.csv 60', async (type) => {
    const visitor = await t.signIn(type);
    const statuses: number[] = [];
    for (const category of ['prescription', 'insurance']) {
      statuses.push((await upload(t, visitor, picture, { type: category })).status);
    }
    const expected: Partial<Record<typeof type, number[]>> = {
      customer: [201, 201],
      pharmacy: [403, 403],
      deliveryPerson: [403, 403],
    };
    expect(statuses).toEqual(expected[type] ?? [201, 403]);
  });
});

describe('the form', () => {
  it('without a file or with an empty file input is 422', async () => {
    const empty = await writeForm((form) => form.set('type', 'prescription'));
    const unpicked = await writeForm((form) => {
      form.set('type', 'prescription');
      form.set('file', file(new Uint8Array(), ''));
    });
    const text = await writeForm((form) => {
      form.set('type', 'prescription');
      form.set('file', 'C:\\fakepath\\photo.jpg');
    });
    for (const form of [empty, unpicked, text]) {
      expect(await sendForm(t, customer, form)).toMatchObject(wrong('file', 'Fichier requis'));
    }
    const json = await t.call(customer, 'POST', '/upload', { type: 'prescription', file: 'x' });
    expect(json).toMatchObject(wrong('file', 'Fichier requis'));
    expect((await t.call(customer, 'POST', '/upload')).body.message).toBe('Fichier requis');
  });

  it.each([null, '', 'photo', 'INSURANCE', '__proto__'])('with type %j is 422', async (type) => {
    const message = 'Type de fichier inconnu';
    expect(await upload(t, customer, picture, { type })).toMatchObject(wrong('type', message));
  });

  it('with two files is 422', async () => {
    const form = await writeForm((it) => {
      it.set('type', 'prescription');
      for (const name of ['1.jpg', '2.jpg']) it.append('file', file(picture, name));
    });
    expect(await sendForm(t, customer, form)).toMatchObject(wrong('file', 'Un seul fichier à la fois'));
  });

  it('may contain unknown fields', async () => {
    const form = await writeForm((it) => {
      it.set('ownerId', 'somebody');
      it.set('avatar', file(Buffer.from('MZ'), 'virus.exe'));
      it.set('type', 'prescription');
      it.set('file', file(picture));
      it.append('type', 'insurance');
      it.set('verified', 'true');
    });
    const { status, body } = await sendForm(t, customer, form);
    expect(status).toBe(201);
    expect(await rowOf(body.url)).toMatchObject({ ownerId: customer.row.id, category: 'prescription' });
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'no final boundary',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\ny',
    ],
    [
      'a file without a final boundary',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\ny',
    ],
    ['a body that is not a form', 'multipart/form-data; boundary=x', 'GIF89a'],
    [
      'a reserved JavaScript name',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\ny\r\n--x--\r\n',
    ],
    [
      'too many parts',
      'multipart/form-data; boundary=x',
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\ny\r\n'.repeat(50)}--x--\r\n`,
    ],
  ])('with %s is 400', async (_name, type, text) => {
    const form = { payload: Buffer.from(text), headers: { 'content-type': type } };
    const { status, body } = await sendForm(t, customer, form);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('is rejected by other calls', async () => {
    const { payload, headers } = await writeForm((it) => it.set('label', 'x'));
    const authorization = `Bearer ${customer.token}`;
    for (const url of ['/api/orders', '/api/payments', '/api/upload/signed-url']) {
      const response = await t.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, authorization },
        payload,
      });
      expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED']);
    }
  });
});

describe('an idempotency key', () => {
  it("returns the first response for the same file, whatever the form's boundary", async () => {
    const headers = { 'idempotency-key': 'cut on the way' };
    const first = await upload(t, customer, picture, { headers });
    const again = await upload(t, customer, picture, { headers, name: 'autre.jpg' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    for (const [bytes, type] of [
      [await drawPicture('png'), 'prescription'],
      [picture, 'insurance'],
    ] as const) {
      const other = await upload(t, customer, bytes, { headers, type });
      expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
    }
  });
});

it('limits uploads per minute and user, before reading the file', async () => {
  const limited = await startTestApp({ settings: t.ctx.settings, limits: { uploadsPerMinute: 2 } });
  const one = await limited.signIn('customer');
  const other = await limited.signIn('customer');
  const responses: number[] = [];
  for (let sent = 0; sent < 3; sent += 1) responses.push((await upload(limited, one, picture)).status);
  expect(responses).toEqual([201, 201, 429]);
  const unread = { payload: Buffer.from('noise'), headers: { 'content-type': 'multipart/form-data' } };
  expect((await sendForm(limited, one, unread)).status).toBe(429);
  expect((await upload(limited, other, picture)).status).toBe(201);
  expect(readdirSync(limited.filesFolder).length).toBeGreaterThan(0);
  await limited.close();
});
