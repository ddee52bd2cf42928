import { endpointsTagged } from '@amasin/domain/contract/endpoint.ts';
import { anySignedIn } from '@amasin/domain/contract/user-type.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { ApiError, isTransient, messageOf, NETWORK_MESSAGE } from './api-error.ts';
import { call, callFile, onRefusal, proveWith } from './call.ts';
import { writeToken } from './session-token.ts';

const endpoint = endpointsTagged('');
const base = { summary: '', responses: { 200: z.object({ name: z.string() }) } };
const readItem = endpoint('GET', '/items/{id}', {
  ...base,
  allow: anySignedIn,
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
});
const createItem = endpoint('POST', '/items', {
  ...base,
  allow: anySignedIn,
  body: z.object({ name: z.string() }),
});
const enter = endpoint('POST', '/enter', { ...base, allow: 'public' });
const drop = endpoint('POST', '/drop', {
  ...base,
  allow: anySignedIn,
  responses: { 204: null },
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it returned a response'),
    (error: unknown) => error as ApiError,
  );

afterEach(() => onRefusal(() => {}));

test('fills the path, omits empty filters, and sends JSON', async () => {
  const api = fakeApi();
  api.on(readItem, () => ({ name: 'Paracétamol' }));
  writeToken('a-token');
  const response = await call(readItem, { params: { id: 'a/b' }, query: { q: '', page: 2 } });
  expect(response.name).toBe('Paracétamol');
  const [sent] = api.sent;
  expect(sent).toMatchObject({ path: '/api/items/a%2Fb', query: { page: '2' }, body: undefined });
  expect(sent?.headers.get('authorization')).toBe('Bearer a-token');
  expect(sent?.headers.get('content-type')).toBe('application/json');
});

test('sends no token when signed out; sends the given idempotency key', async () => {
  const api = fakeApi();
  api.on(createItem, () => ({ name: 'x' }));
  await call(createItem, { body: { name: 'x' } }, { idempotencyKey: 'once' });
  expect(api.sent[0]?.headers.has('authorization')).toBe(false);
  expect(api.sent[0]?.headers.get('idempotency-key')).toBe('once');
  expect(api.sent[0]?.body).toEqual({ name: 'x' });
});

test('returns null for a response without a body', async () => {
  fakeApi().on(drop, () => null);
  expect(await call(drop)).toBeNull();
});

test('throws a refusal with its status, code, message and fields', async () => {
  fakeApi().on(createItem, () => refuse('INVALID', { name: 'Nom requis' }));
  const error = await failure(call(createItem, { body: { name: '' } }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, code: 'INVALID', fields: { name: 'Nom requis' } });
});

test('a failed request has our own message', async () => {
  fakeApi().on(drop, () => networkError);
  expect(await failure(call(drop))).toMatchObject({ status: 0, code: 'NETWORK', message: NETWORK_MESSAGE });
});

test('a request without a response fails after 15 s', async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal('fetch', hangs);
    const error = failure(call(drop));
    await vi.advanceTimersByTimeAsync(14_999);
    await vi.advanceTimersByTimeAsync(1);
    expect(await error).toMatchObject({ code: 'NETWORK' });
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('a file may take an hour, but fails two minutes after its last part', async () => {
  vi.useFakeTimers();
  try {
    let body!: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start: (control) => {
        body = control;
      },
    });
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      signal?.addEventListener('abort', () => body.error(new Error('aborted')));
      return Promise.resolve(new Response(stream));
    });
    const error = failure(callFile(drop));
    for (let minute = 0; minute < 60; minute += 1) {
      body.enqueue(new Uint8Array(1));
      await vi.advanceTimersByTimeAsync(60_000);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await error).toMatchObject({ code: 'NETWORK' });
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('an aborted call is not a network error', async () => {
  vi.stubGlobal('fetch', hangs);
  const control = new AbortController();
  const error = failure(call(drop, {}, { signal: control.signal }));
  control.abort();
  expect((await error).name).toBe('AbortError');
  vi.unstubAllGlobals();
});

test.each([
  [502, '<html>Bad gateway</html>', true, 'Le service ne répond pas. Réessayez dans un instant.'],
  [503, '{"error":"upstream"}', true, 'Le service ne répond pas. Réessayez dans un instant.'],
  [504, '', true, 'Le service ne répond pas. Réessayez dans un instant.'],
  [500, '', false, 'Le service ne répond pas. Réessayez dans un instant.'],
  [200, '<html>A portal of the network</html>', true, 'Vérifiez votre réseau, puis réessayez.'],
])(
  'status %i with %j instead of our JSON uses the fallback message',
  async (status, body, transient, advice) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    const error = await failure(call(drop));
    vi.unstubAllGlobals();
    expect(messageOf(error, 'Erreur sauvegarde')).toBe(`Erreur sauvegarde. ${advice}`);
    expect(messageOf(error)).toBe(status === 200 ? NETWORK_MESSAGE : advice);
    expect(isTransient(error)).toBe(transient);
  },
);

test('uses the server’s message for a refusal, whatever the fallback', async () => {
  fakeApi().on(drop, () => refuse('UNAVAILABLE'));
  expect(messageOf(await failure(call(drop)), 'Erreur sauvegarde')).toBe(
    'Service momentanément indisponible. Veuillez réessayer.',
  );
});

test('notifies the session of refusals of calls with a token, not of a wrong password', async () => {
  const api = fakeApi();
  const heard: string[] = [];
  onRefusal((error, token) => heard.push(`${error.code} ${token}`));
  api.on(drop, () => refuse('UNAUTHENTICATED'));
  api.on(enter, () => refuse('INVALID_CREDENTIALS'));
  await failure(call(drop));
  writeToken('a-token');
  await failure(call(enter));
  expect(heard).toEqual([]);
  await failure(call(drop));
  expect(heard).toEqual(['UNAUTHENTICATED a-token']);
});

function hangs(_url: string, init: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}

test('a public search that is refused for its address is sent again with a proof of work, as are those after it', async () => {
  const search = endpoint('GET', '/search', { ...base, allow: 'public' });
  const api = fakeApi();
  api.on(search, ({ headers }) =>
    headers.get('x-proof') === 'work 1' ? { name: 'trouvé' } : refuse('TOO_MANY_TRIES'),
  );
  let made = 0;
  proveWith(async () => {
    made += 1;
    return `work ${made}`;
  });
  expect(await call(search)).toEqual({ name: 'trouvé' });
  expect(await call(search)).toEqual({ name: 'trouvé' });
  expect(made).toBe(1);
  api.on(search, () => refuse('TOO_MANY_TRIES'));
  await expect(call(search)).rejects.toMatchObject({ status: 429 });
  expect(made).toBe(2);
});
