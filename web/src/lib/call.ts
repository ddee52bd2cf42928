import type { CallInput, Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { isUnattended } from './attention.ts';
import { learnTime } from './clock.ts';
import { readToken } from './session-token.ts';

const TIMEOUT_MS = 15_000;
/** A file has failed when nothing of it arrives for this time: a large one takes an hour on a slow network. */
const FILE_TIMEOUT_MS = 120_000;

type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};
type Options = { signal?: AbortSignal; idempotencyKey?: string };
type Arguments<E extends Endpoint> =
  object extends CallInput<E>
    ? [input?: CallInput<E>, options?: Options]
    : [input: CallInput<E>, options?: Options];

type RefusalListener = (error: ApiError, token: string) => void;
let notifyRefusal: RefusalListener = () => {};

/** Subscribes the session to refusals of calls with a token. */
export function onRefusal(listener: RefusalListener): void {
  notifyRefusal = listener;
}

const CAPTCHA_PATH = '/auth/captcha';

let makeProof: (() => Promise<string>) | null = null;
/** The proof of work made after a call was refused: with it this visitor is counted apart from their neighbours. */
let proof: string | null = null;

/** Says how a proof of work is made, for a call that is refused because too many come from the same network address. */
export function proveWith(make: () => Promise<string>): void {
  makeProof = make;
}

/** Public searches, and calls for a pay link, whose token may stand in no URL. */
const takesProof = ({ allow, method, path }: Endpoint): boolean =>
  allow === 'public' && (method === 'GET' || path.startsWith('/pay-links/'));

/** Sends a public call again, once, when work has been done for it. */
async function withProof<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isLimited = takesProof(endpoint) && error instanceof ApiError && error.status === 429;
    // The proof itself begins with a call, which must not ask for another.
    if (!isLimited || makeProof === null || endpoint.path === CAPTCHA_PATH) throw error;
    proof = await makeProof().catch(() => Promise.reject(error));
    return send();
  }
}

/** Tells the session of a refusal of a call that is not made here. */
export function reportRefusal(error: ApiError, token: string | null): void {
  if (token !== null) notifyRefusal(error, token);
}

/** Calls an endpoint of the contract. @throws only `ApiError`, except when the caller aborts */
export async function call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<ResponseBody<E>> {
  const startedAt = Date.now();
  try {
    return await withProof(endpoint, () => ask(endpoint, ...rest));
  } catch (error) {
    if (error instanceof ApiError) error.waitedMs = Date.now() - startedAt;
    throw error;
  }
}

async function ask<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Arguments<E>
): Promise<ResponseBody<E>> {
  const { response, content, token } = await request(endpoint, input, {
    ...options,
    accept: 'application/json',
    timeoutMs: TIMEOUT_MS,
    read: (response) => response.text(),
  });
  const body = readJson(content);
  // The server's serializer and tests guarantee the shape: it is not validated again.
  if (response.ok && (response.status === 204 || body !== undefined))
    return (body ?? null) as ResponseBody<E>;
  // Another page in place of our answer is the network's: a portal that asks to sign in.
  if (response.ok) throw ApiError.network();
  throw refusalOf(endpoint, response.status, body, token);
}

/** Calls an endpoint that returns a file. @throws only `ApiError` */
export async function callFile<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Blob> {
  const { response, content, token } = await request(endpoint, input, {
    accept: '*/*',
    timeoutMs: FILE_TIMEOUT_MS,
    read: readBlob,
  });
  if (response.ok) return content;
  throw refusalOf(endpoint, response.status, readJson(await content.text()), token);
}

/** @param isAlive is called whenever a part arrives */
async function readBlob({ body, headers }: Response, isAlive: () => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value);
    isAlive();
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' });
}

function refusalOf(endpoint: Endpoint, status: number, body: unknown, token: string | null): ApiError {
  const error = ApiError.from(status, body);
  if (token !== null && endpoint.allow !== 'public') notifyRefusal(error, token);
  return error;
}

type Reading<T> = Options & {
  accept: string;
  timeoutMs: number;
  read: (response: Response, isAlive: () => void) => Promise<T>;
};

async function request<T>(
  endpoint: Endpoint,
  input: unknown,
  { accept, idempotencyKey, signal: outer, timeoutMs, read }: Reading<T>,
) {
  const parts = (input ?? {}) as Parts;
  const token = readToken();
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: accept,
  };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (proof !== null && endpoint.allow === 'public') headers['X-Proof'] = proof;
  if (isUnattended()) headers['X-Unattended'] = '1';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const init = {
    method: endpoint.method,
    headers,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  };
  const control = new AbortController();
  const abort = () => control.abort();
  let timer = setTimeout(abort, timeoutMs);
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, timeoutMs);
  };
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  try {
    const response = await fetch(urlOf(endpoint, parts), { ...init, signal: control.signal });
    learnTime(response.headers.get('date'));
    return { response, content: await read(response, isAlive), token };
  } catch (error) {
    if (outer?.aborted) throw error;
    throw ApiError.network();
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

function urlOf(endpoint: Endpoint, { params, query }: Parts): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
