import type { Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import { ApiError } from '../lib/api-error.ts';
import { reportRefusal } from '../lib/call.ts';
import { readToken } from '../lib/session-token.ts';

/** A file of thousands of lines on a slow network, which the server compares line by line. */
const TIMEOUT_MS = 120_000;

/** The bytes are kept as they were chosen, so that the import sends those of its preview. */
export type Import = {
  list: ImportedListName;
  file: Blob;
  fee: string;
  /** Null until it was asked for. */
  encoding: FileEncoding | null;
};

export const fetchPreview = async (given: Import) =>
  (await send(importEndpoints.previewImport, given, {})).preview;

/** @param anyway imports amounts too that wait for a confirmation */
export const sendImport = async (given: Import, digest: string, anyway: boolean) =>
  (await send(importEndpoints.importFile, given, { digest, ...(anyway && { anyway: '1' }) })).counts;

/** Sends a form: `call` sends JSON only. @throws only `ApiError` */
async function send<E extends Endpoint>(
  { method, path }: E,
  { list, file, fee, encoding }: Import,
  more: Readonly<Record<string, string>>,
): Promise<ResponseBody<E>> {
  const token = readToken();
  const body = new FormData();
  const fields = { ...more, fee: fee.replace(/\s/g, ''), ...(encoding !== null && { encoding }) };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', file, 'liste.csv');
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS);
  const response = await fetch(`/api${path.replace('{list}', list)}`, {
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
