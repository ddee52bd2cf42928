import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { times } from '../testing/http.ts';
import { connectTo, type LiveClient } from '../testing/live.ts';
import { endPrograms, makeDataFolder, type Product, startProduct } from '../testing/run-product.ts';

// R20: the server restarts while both write. What was acknowledged is there; what was not is sent again, and is there once.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Messages of each, by socket and by HTTP, in one burst: fewer than the 20 events that a socket may send in a second. */
const BURST = 15;
/** Acknowledgements after which the server is ended. */
const ENDED_AFTER = 12;

let dataDir: string;
let product: Product;
let patient: string;
let doctor: string;
let chatId: string;

beforeAll(async () => {
  dataDir = makeDataFolder();
  product = await startProduct({ DATA_DIR: dataDir });
  const logIn = async (door: string, identifier: string) =>
    (await product.call('POST', door, { identifier, password: 'demo-amasin' })).body.token as string;
  patient = await logIn('/auth/login', '0197000001');
  doctor = await logIn('/auth/admin-login', 'docteur@amasin.demo');
  const request = { patientName: 'Afi Kpadé', initialMessage: 'Bonjour docteur' };
  chatId = (await product.call('POST', '/chat/start', request, patient)).body.chatId;
  expect((await product.call('POST', `/chat/accept/${chatId}`, undefined, doctor)).status).toBe(200);
});
afterAll(endPrograms);

interface Written {
  readonly token: string;
  readonly message: { readonly content: string; readonly clientMessageId: string };
  readonly client?: LiveClient;
}

/** @returns the id of the stored message, or null when the server did not acknowledge */
async function send({ token, message, client }: Written): Promise<string | null> {
  if (client === undefined) {
    const sent = product.call('POST', `/chat/${chatId}/message`, message, token);
    return sent.then(({ body }) => body.message._id).catch(() => null);
  }
  const sent = client.socket.timeout(60_000).emitWithAck('sendMessage', { chatId, message });
  return sent.then((answer) => answer.message._id).catch(() => null);
}

it.each(['SIGKILL', 'SIGTERM'] as const)('%s in a burst loses and doubles nothing', async (signal) => {
  const before = (await product.call('GET', `/chat/${chatId}?after=0&limit=200`, undefined, patient)).body
    .chat.lastSeq;
  const written = (
    await Promise.all(
      [patient, doctor].map(async (token) => {
        const client = await connectTo(product.url, token);
        return times(2 * BURST, (n): Written => {
          const clientMessageId = `${before}-${n}`;
          const message = { content: `n° ${clientMessageId}`, clientMessageId };
          return { token, message, ...(n % 2 === 0 && { client }) };
        });
      }),
    )
  ).flat();

  let acknowledged = 0;
  const enough = Promise.withResolvers<void>();
  const answers = Promise.all(
    written.map(async (one) => {
      const id = await send(one);
      if (id !== null) acknowledged += 1;
      if (acknowledged === ENDED_AFTER) enough.resolve();
      return id;
    }),
  );
  await enough.promise;
  await product.kill(signal);
  const ids = await answers;
  product = await startProduct({ DATA_DIR: dataDir });

  const read = async (token: string) =>
    (await product.call('GET', `/chat/${chatId}?after=${before}&limit=200`, undefined, token)).body.chat
      .messages as { _id: string; seq: number; content: string }[];
  const kept = (await read(patient)).map(({ _id }) => _id);
  expect(kept).toEqual(expect.arrayContaining(ids.filter((id) => id !== null)));

  // Everything is sent again, by HTTP: what was stored keeps its id.
  const again = await Promise.all(written.map(({ token, message }) => send({ token, message })));
  for (const [index, id] of ids.entries()) if (id !== null) expect(again[index]).toBe(id);
  const stored = await read(doctor);
  expect(stored.map(({ _id }) => _id).toSorted()).toEqual(again.toSorted());
  expect(stored.map(({ seq }) => seq)).toEqual(times(written.length, (n) => before + 1 + n));
});
