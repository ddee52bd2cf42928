import type { CallInput, Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { readToken } from './token.ts';

const TIMEOUT_MS = 15_000;

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
  const parts = (input ?? {}) as Parts;
  const token = readToken();
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
  };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (options?.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;

  const { status, ok, text } = await send(
    urlOf(endpoint, parts),
    {
      method: endpoint.method,
      headers,
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    },
    options?.signal,
  );
  const body = readJson(text);
  // The server's serializer and tests guarantee the shape: it is not validated again.
  if (ok && (status === 204 || body !== undefined)) return (body ?? null) as ResponseBody<E>;
  const error = ApiError.from(ok ? 500 : status, body);
  if (token !== null && endpoint.allow !== 'public') notifyRefusal(error, token);
  throw error;
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

async function send(url: string, init: RequestInit, outer?: AbortSignal) {
  const control = new AbortController();
  const abort = () => control.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  try {
    const response = await fetch(url, { ...init, signal: control.signal });
    return {
      status: response.status,
      ok: response.ok,
      text: await response.text(),
    };
  } catch (error) {
    if (outer?.aborted) throw error;
    throw ApiError.network();
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
