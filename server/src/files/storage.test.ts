import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileOpenings, files } from '../database/schema/files.ts';
import type { FileStore, StoredFile } from '../ports/file-store.ts';
import { fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, smallPdf, storeTestFile, upload } from '../testing/upload.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

const key = () => randomBytes(24).toString('base64url');
const listOf = async (store: FileStore) => {
  const listed: StoredFile[] = [];
  for await (const file of store.list()) listed.push(file);
  return listed;
};
const inFolder = (folder: string) => readdirSync(folder, { recursive: true }).map(String);

let root: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  root = join(mkdtempSync(join(tmpdir(), 'amasin-store-')), 'files');
  s3 = await startS3Server();
});
afterAll(async () => {
  rmSync(dirname(root), { recursive: true });
  await s3.close();
});

describe.each([
  ['a folder', () => folderStore(root)],
  ['a bucket', () => s3Store(s3.settings)],
])('%s', (_, openStore) => {
  let store: FileStore;

  beforeAll(() => {
    store = openStore();
  });

  it('lists nothing before anything was written', async () => {
    expect(await listOf(store)).toEqual([]);
  });

  it('returns what was written until it is removed', async () => {
    const mine = key();
    expect([await store.read(mine), await store.open(mine)]).toEqual([null, null]);
    await store.write(mine, smallPdf);
    expect(Buffer.from((await store.read(mine)) ?? '')).toEqual(smallPdf);
    await expect(store.write(mine, smallPdf)).resolves.toBeUndefined();
    await store.remove(mine);
    await store.remove(mine);
    expect(await store.read(mine)).toBeNull();
  });

  it('returns a file that is written in several chunks byte for byte, whole or as a stream', async () => {
    const bytes = Uint8Array.from({ length: 600_001 }, (_, n) => n % 251);
    const mine = key();
    await store.write(mine, bytes);
    expect(Buffer.from(bytes).equals((await store.read(mine)) ?? Buffer.of())).toBe(true);
    const opened = await store.open(mine);
    expect(opened?.size).toBe(bytes.length);
    expect(Buffer.from(bytes).equals(await buffer(opened!.stream))).toBe(true);
  });

  it('lists what was written, with its time, and not the mark of the house', async () => {
    expect(await store.readMark()).toBeNull();
    await store.writeMark('maison-de-cotonou');
    expect(await store.readMark()).toBe('maison-de-cotonou');
    const mine = key();
    const before = Date.now();
    await store.write(mine, smallPdf);
    const listed = await listOf(store);
    const found = listed.find((file) => file.key === mine);
    // Object stores have whole seconds.
    expect(Math.abs((found?.writtenAt.getTime() ?? 0) - before)).toBeLessThan(60_000);
    expect(listed.map((file) => file.key)).not.toContain('house');
  });

  it.each(['', '..', '../../etc/passwd', 'a/b', 'a\\b', 'a.b', 'short', 'x'.repeat(101), 'é'.repeat(20)])(
    'rejects %j as a key',
    async (name) => {
      for (const act of [store.write(name, smallPdf), store.read(name), store.remove(name)]) {
        await expect(act).rejects.toThrow('invalid key');
      }
    },
  );
});

describe('a bucket', () => {
  it('that does not exist is an error, not a missing file', async () => {
    const store = s3Store({ ...s3.settings, bucket: 'autre' });
    const acts = [
      () => store.read(key()),
      () => store.open(key()),
      () => store.write(key(), smallPdf),
      () => listOf(store),
    ];
    for (const act of acts) await expect(act()).rejects.toThrow('the bucket does not exist');
  });

  it('that does not answer makes an upload 503', async () => {
    const t = await startTestApp({ files: s3Store({ ...s3.settings, bucket: 'autre' }) });
    const response = await upload(t, await t.signIn('customer'), smallPdf);
    expect(response).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });
    await t.close();
  });

  // The test server cannot continue a list: its cipher is not in this OpenSSL.
  it('with more files than one page lists them all, after an answer that is worth another try', async () => {
    const keys = [key(), key(), key()];
    let isFirst = true;
    const pages = createServer((request, response) => {
      if (isFirst) {
        isFirst = false;
        response.writeHead(503).end();
        return;
      }
      const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('continuation-token') ?? 0);
      const more =
        at < 2
          ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${at + 1}</NextContinuationToken>`
          : '';
      const file = `<Key>files/${keys[at]}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>1</Size>`;
      response.setHeader('content-type', 'application/xml');
      response.end(`<ListBucketResult>${more}<Contents>${file}</Contents></ListBucketResult>`);
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const { port } = pages.address() as AddressInfo;
    const store = s3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }, 1);
    expect((await listOf(store)).map((file) => file.key)).toEqual(keys);
    pages.close();
  });
});

describe('a folder', () => {
  let store: FileStore;

  beforeAll(() => {
    store = folderStore(root);
  });

  it('is readable by our account only', async () => {
    const mine = key();
    await store.write(mine, smallPdf);
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([root, join(root, mine.slice(0, 2)), join(root, mine.slice(0, 2), mine)].map(mode)).toEqual([
      0o700, 0o700, 0o600,
    ]);
  });

  it('lists every file with its time, including partial files', async () => {
    const whole = key();
    const half = key();
    await store.write(whole, smallPdf);
    mkdirSync(join(root, half.slice(0, 2)), { recursive: true });
    writeFileSync(join(root, half.slice(0, 2), `${half}.part`), 'half');
    writeFileSync(join(root, 'README'), 'not ours');
    const at = new Date('2026-11-20T10:00:00Z');
    for (const file of [whole, `${half}.part`]) utimesSync(join(root, file.slice(0, 2), file), at, at);
    const listed: string[] = [];
    for await (const { key: found, writtenAt } of store.list()) {
      if (found === whole || found === half) expect(writtenAt).toEqual(at);
      listed.push(found);
    }
    expect(listed).toEqual(expect.arrayContaining([whole, half]));
    await store.remove(half);
    expect(inFolder(root)).not.toContain(join(half.slice(0, 2), `${half}.part`));
  });

  it('leaves no partial file after a failed write', async () => {
    const mine = key();
    const folder = join(root, mine.slice(0, 2));
    mkdirSync(join(folder, mine, 'in the way'), { recursive: true });
    await expect(store.write(mine, smallPdf)).rejects.toThrow();
    expect(inFolder(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    rmSync(join(folder, mine), { recursive: true });
  });
});

describe('a full, read-only or missing store', () => {
  let t: TestApp;
  let customer: Visitor;
  let picture: Buffer;
  const error = vi.fn();
  const missing = { success: false, code: 'STORAGE_UNAVAILABLE', message: 'Espace de stockage indisponible' };

  const repairStore = () => rmSync(t.filesFolder, { recursive: true, force: true });
  // A file instead of the folder: writing below it fails for every user.
  const breakStore = () => {
    repairStore();
    writeFileSync(t.filesFolder, '');
  };

  beforeAll(async () => {
    t = await startTestApp({ log: { info() {}, warn() {}, error } });
    customer = await t.signIn('customer');
    picture = await drawPicture();
    breakStore();
  });
  afterAll(() => t.close());

  it('returns 503 for an upload, which leaves no row and can be retried', async () => {
    const headers = { 'idempotency-key': 'again' };
    expect(await upload(t, customer, picture, { headers })).toMatchObject({ status: 503, body: missing });
    expect(await t.db.select().from(files)).toEqual([]);
    expect(error).toHaveBeenCalledWith(expect.anything(), 'the file store cannot be written');
    repairStore();
    expect((await upload(t, customer, picture, { headers })).status).toBe(201);
    breakStore();
  });

  it('returns 503 for a link and records no opening', async () => {
    repairStore();
    const { key: mine } = await storeTestFile(t, { ownerId: customer.row.id });
    const { body } = await t.call(customer, 'POST', '/upload/signed-url', { key: mine });
    breakStore();
    const response = await t.call(null, 'GET', body.url.replace('/api', ''));
    expect(response).toMatchObject({ status: 503, body: missing });
    expect(await t.db.select().from(fileOpenings)).toEqual([]);
  });

  it('does not affect an order without a file', async () => {
    const { order } = await fillBasket(t);
    const { transactionId } = await openPayment(t, customer, { order });
    await providerDoes(t, transactionId, 'approve');
    expect((await place(t, customer, order, transactionId)).status).toBeLessThan(300);
  });
});
