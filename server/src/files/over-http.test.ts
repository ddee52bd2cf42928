import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { files } from '../database/schema/files.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, writeForm } from '../testing/upload.ts';

// Over a real connection: responses during an upload, and what remains when it is aborted.

const MB = 1024 * 1024;
const BOUNDARY = 'x-boundary';

let t: TestApp;
let baseUrl: string;
let customer: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  baseUrl = await t.listen();
  customer = await t.signIn('customer');
});
afterAll(() => t.close());

const url = () => `${baseUrl}/api/upload`;
const headers = () => ({
  authorization: `Bearer ${customer.token}`,
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
});
const head = [
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="type"\r\n\r\nprescription\r\n`,
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
].join('');
const TOO_LARGE = {
  success: false,
  code: 'FILE_TOO_LARGE',
  message: 'Fichier trop volumineux (10 Mo maximum)',
};

/** A streamed form with a file of this size, without content-length. */
async function* stream(megabytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  const piece = randomBytes(MB);
  for (let sent = 0; sent < megabytes; sent += 1) yield piece;
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

function send(megabytes: number) {
  const body = ReadableStream.from(stream(megabytes));
  return fetch(url(), { method: 'POST', headers: headers(), body, duplex: 'half' });
}

it('accepts a picture after several 422 responses on the same connection', async () => {
  for (let sent = 0; sent < 3; sent += 1) {
    const form = await writeForm((it) => it.set('type', 'prescription'));
    const refused = await fetch(url(), {
      method: 'POST',
      headers: { ...headers(), ...form.headers },
      body: form.payload,
    });
    expect(refused.status).toBe(422);
    await refused.text();
  }
  const picture = new FormData();
  picture.set('type', 'prescription');
  picture.set('file', new File([Uint8Array.from(await drawPicture())], 'a.jpg'));
  const { authorization } = headers();
  const taken = await fetch(url(), { method: 'POST', headers: { authorization }, body: picture });
  expect([taken.status, await taken.json()]).toEqual([201, { url: expect.any(String) }]);
});

it.each([11, 40])(
  'reads a stream of %i MB to its end, so that the client gets the 413',
  async (megabytes) => {
    const response = await send(megabytes);
    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE]);
  },
);

it('aborts an endless stream, with a 413 if the client still receives it', async () => {
  const result = await send(2_000).then(
    async (response) => [response.status, await response.json()],
    (error: Error) => error.message,
  );
  if (typeof result !== 'string') expect(result).toEqual([413, TOO_LARGE]);
  else expect(result).toBe('fetch failed');
  expect((await fetch(`${baseUrl}/health/live`)).status).toBe(200);
});

it('an aborted upload leaves nothing', async () => {
  const before = (await t.db.select().from(files)).length;
  const arrived = vi.spyOn(t.ctx.files, 'write');
  const sent = request(url(), { method: 'POST', headers: { ...headers(), 'content-length': 5 * MB } });
  const gone = new Promise((resolve) => sent.on('error', resolve));
  await new Promise((resolve) => sent.write(Buffer.concat([Buffer.from(head), randomBytes(MB)]), resolve));
  sent.destroy();
  await gone;
  // The server has handled the abort when it responds to a later request.
  expect((await fetch(`${baseUrl}/health/live`)).status).toBe(200);
  expect(arrived).not.toHaveBeenCalled();
  expect((await t.db.select().from(files)).length).toBe(before);
  expect(
    readdirSync(t.filesFolder, { recursive: true }).filter((name) => String(name).endsWith('.part')),
  ).toEqual([]);
});

it('returns 403 before the file is sent', async () => {
  const { token } = await t.signIn('pharmacy');
  const sent = request(url(), {
    method: 'POST',
    headers: { ...headers(), authorization: `Bearer ${token}`, 'content-length': 5 * MB },
  });
  sent.on('error', () => {});
  sent.write(head);
  const status = await new Promise((resolve) =>
    sent.on('response', (response) => resolve(response.statusCode)),
  );
  expect(status).toBe(403);
  sent.destroy();
});

describe('large files of one user, of which two are read at a time', () => {
  // More than a new customer may store.
  beforeAll(async () => {
    customer = await t.signIn('partnerDoctor');
  });

  const large = Buffer.alloc(9 * MB);
  large.write('%PDF-1.4');
  large.write('%%EOF', large.length - 8);
  const sendLarge = async () => {
    const form = new FormData();
    form.set('type', 'prescription');
    form.set('file', new File([large], 'a.pdf'));
    const { authorization } = headers();
    return (await fetch(url(), { method: 'POST', headers: { authorization }, body: form })).status;
  };

  it('are all stored', async () => {
    expect(await Promise.all(times(6, sendLarge))).toEqual(Array(6).fill(201));
  });

  /** Sends the beginning of a large file. @returns a function that aborts it */
  const beginLarge = async () => {
    const sent = request(url(), { method: 'POST', headers: { ...headers(), 'content-length': 9 * MB } });
    const gone = new Promise((resolve) => sent.on('error', resolve));
    await new Promise((resolve) => sent.write(Buffer.from(head), resolve));
    return async () => {
      sent.destroy();
      await gone;
    };
  };

  it('do not wait for aborted and refused ones', async () => {
    await Promise.all(times(4, () => send(11).then((response) => response.text())));
    await Promise.all(times(6, async () => (await beginLarge())()));
    expect(await sendLarge()).toBe(201);
  });

  it('do not wait for those that were aborted before they were read', async () => {
    const read = [await beginLarge(), await beginLarge()];
    const waiting = [await beginLarge(), await beginLarge()];
    for (const abort of [...waiting, ...read]) await abort();
    expect(await sendLarge()).toBe(201);
  });
});

describe('ten people of one address who hold their uploads open', () => {
  const hold = async (person: Visitor) => {
    const sent = request(url(), {
      method: 'POST',
      headers: { ...headers(), authorization: `Bearer ${person.token}`, 'content-length': 10 * MB },
    });
    sent.on('error', () => {});
    await new Promise((resolve) =>
      sent.write(Buffer.concat([Buffer.from(head), randomBytes(5_000)]), resolve),
    );
    return sent;
  };

  it('do not stop the upload of another, nor of one of them', async () => {
    const people = await Promise.all(times(10, () => t.signIn('customer')));
    const held = await Promise.all([...people, ...people].map(hold));
    const other = await t.signIn('customer');
    const form = new FormData();
    form.set('type', 'prescription');
    form.set('file', new File([Uint8Array.from(await drawPicture())], 'a.jpg'));
    const uploadAs = ({ token }: Visitor) =>
      fetch(url(), { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    expect((await uploadAs(other)).status).toBe(201);
    // One of theirs ends: the third of the same person has its turn.
    const third = uploadAs(people[0]!);
    held[0]?.destroy();
    expect((await third).status).toBe(201);
    for (const one of held) one.destroy();
  });
});
