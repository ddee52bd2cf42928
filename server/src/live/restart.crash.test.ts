import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RACE_MS, ROUNDS, times } from '../testing/http.ts';
import { connectTo, type LiveClient } from '../testing/live.ts';
import { endPrograms, makeDataFolder, type Product, startProduct } from '../testing/run-product.ts';

// The server restarts repeatedly while both participants write. Every acknowledged message is stored; the others
// are sent again. Each is stored once.

vi.setConfig({ testTimeout: RACE_MS, hookTimeout: 120_000 });

/**
 * Messages of each participant by socket, and as many by HTTP, in one burst: fewer than the 20 events that a socket may
 * send in a second.
 */
const BURST = 15;
/** Two restarts in development, ten before a release. */
const KILLS = Math.max(2, Math.ceil(ROUNDS / 20));
/** The number of the last message before the first burst: the request and its acceptance. */
const FIRST = 2;
/** Acknowledgements after which the server is killed. */
const ENDED_AFTER = 12;

let dataDir: string;
let product: Product;
let patient: string;
let doctor: string;
let chatId: string;

beforeAll(async () => {
  dataDir = makeDataFolder();
  product = await startProduct({ DATA_DIR: dataDir });
  const signIn = async (path: string, identifier: string) =>
    (await product.call('POST', path, { identifier, password: 'demo-amasin' })).body.token as string;
  patient = await signIn('/auth/login', '0197000001');
  doctor = await signIn('/auth/admin-login', 'docteur@amasin.demo');
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

async function readAfter(
  token: string,
  after: number,
): Promise<{ _id: string; seq: number; content: string }[]> {
  const { chat } = (await product.call('GET', `/chat/${chatId}?after=${after}&limit=200`, undefined, token))
    .body;
  const last = chat.messages.at(-1);
  return last === undefined ? [] : [...chat.messages, ...(await readAfter(token, last.seq))];
}

/** @returns the id of the stored message, or null when the server did not acknowledge */
async function send({ token, message, client }: Written): Promise<string | null> {
  if (client === undefined) {
    const sent = product.call('POST', `/chat/${chatId}/message`, message, token);
    return sent.then(({ body }) => body.message._id).catch(() => null);
  }
  const sent = client.socket.timeout(60_000).emitWithAck('sendMessage', { chatId, message });
  return sent.then((response) => response.message._id).catch(() => null);
}

it(`${KILLS} kills during bursts by socket and HTTP neither lose nor duplicate a message`, async () => {
  const sent = new Map<string, string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const burst = await killInBurst(kill % 2 === 0 ? 'SIGKILL' : 'SIGTERM', FIRST + sent.size);
    for (const [id, content] of burst) sent.set(id, content);
  }
  expect(sent.size).toBe(KILLS * 4 * BURST);
  for (const token of [patient, doctor]) {
    const stored = await readAfter(token, FIRST);
    expect(stored.map(({ seq }) => seq)).toEqual(times(sent.size, (n) => FIRST + 1 + n));
    expect(new Map(stored.map(({ _id, content }) => [_id, content]))).toEqual(sent);
  }
});

/**
 * Kills the server while both write, and sends everything again after its restart.
 * @param before the number of the last message so far
 * @returns the id and the content of each message
 */
async function killInBurst(signal: NodeJS.Signals, before: number): Promise<[string, string][]> {
  const written = (
    await Promise.all(
      [patient, doctor].map(async (token, side) => {
        const client = await connectTo(product.url, token);
        return times(2 * BURST, (n): Written => {
          const clientMessageId = `${before}-${n}`;
          const message = { content: `n° ${clientMessageId} de ${side}`, clientMessageId };
          return { token, message, ...(n % 2 === 0 && { client }) };
        });
      }),
    )
  ).flat();

  let acknowledged = 0;
  const enough = Promise.withResolvers<void>();
  const responses = Promise.all(
    written.map(async (one) => {
      const id = await send(one);
      if (id !== null) acknowledged += 1;
      if (acknowledged === ENDED_AFTER) enough.resolve();
      return id;
    }),
  );
  await enough.promise;
  await product.kill(signal);
  const ids = await responses;
  product = await startProduct({ DATA_DIR: dataDir });

  const stored = (await readAfter(patient, before)).map(({ _id }) => _id);
  expect(stored).toEqual(expect.arrayContaining(ids.filter((id) => id !== null)));

  // Everything is sent again, by HTTP: what was stored keeps its id.
  // One at a time: all at once are more than the server accepts.
  const again: (string | null)[] = [];
  for (const { token, message } of written) again.push(await send({ token, message }));
  for (const [index, id] of ids.entries()) if (id !== null) expect(again[index]).toBe(id);
  return written.map(({ message }, index) => [again[index] ?? '', message.content]);
}
