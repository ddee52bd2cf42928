import type { Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { reportRefusal } from './call.ts';
import { readToken } from './session-token.ts';

/** A file on a slow network, which the server reads to its end. */
const TIMEOUT_MS = 120_000;

/** Sends a form with a file: `call` sends JSON only. @throws only `ApiError` */
export async function sendForm<E extends Endpoint>(
  { method, path }: E,
  params: Readonly<Record<string, string>>,
  body: FormData,
): Promise<ResponseBody<E>> {
  const token = readToken();
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const response = await fetch(`/api${url}`, {
    method,
    body,
    headers: { Accept: 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
    signal: control.signal,
  }).catch(() => {
    throw ApiError.network();
  });
  const content: unknown = await response.json().catch(() => undefined);
  clearTimeout(timer);
  if (response.ok && content !== undefined) return content as ResponseBody<E>;
  const error = ApiError.from(response.ok ? 500 : response.status, content);
  reportRefusal(error, token);
  throw error;
}
