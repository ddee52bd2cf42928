import type { CallInput, Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { isUnattended } from './attention.ts';
import { readToken } from './token.ts';

const TIMEOUT_MS = 15_000;
/** A list of 10,000 rows on a slow network. */
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

/** Calls an endpoint of the contract. @throws only `ApiError`, except when the caller aborts */
export async function call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<ResponseBody<E>> {
  const startedAt = Date.now();
  try {
    return await ask(endpoint, ...rest);
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
  throw refusalOf(endpoint, response.ok ? 500 : response.status, body, token);
}

/** Calls an endpoint that returns a file. @throws only `ApiError` */
export async function callFile<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<Blob> {
  const { response, content, token } = await request(endpoint, input, {
    accept: '*/*',
    timeoutMs: FILE_TIMEOUT_MS,
    read: (response) => response.blob(),
  });
  if (response.ok) return content;
  throw refusalOf(endpoint, response.status, readJson(await content.text()), token);
}

function refusalOf(endpoint: Endpoint, status: number, body: unknown, token: string | null): ApiError {
  const error = ApiError.from(status, body);
  if (token !== null && endpoint.allow !== 'public') notifyRefusal(error, token);
  return error;
}

type Reading<T> = Options & {
  accept: string;
  timeoutMs: number;
  read: (response: Response) => Promise<T>;
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
  if (isUnattended()) headers['X-Unattended'] = '1';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const init = {
    method: endpoint.method,
    headers,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  };
  const control = new AbortController();
  const abort = () => control.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  try {
    const response = await fetch(urlOf(endpoint, parts), { ...init, signal: control.signal });
    return { response, content: await read(response), token };
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
