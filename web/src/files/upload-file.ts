import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { ApiError, isTransient } from '../lib/api-error.ts';
import { call, reportRefusal } from '../lib/call.ts';
import { retryDelay } from '../lib/query-client.ts';
import { readToken } from '../lib/session-token.ts';

/** Without progress for this time, ms, the connection counts as lost, even if the device reports a network. */
const STALL_MS = 30_000;
/** Timeout after the last byte, ms: a slow network may still send buffered bytes, and the server checks the file. */
const RESPONSE_MS = 120_000;

type Sending = {
  file: File;
  category: FileCategory;
  idempotencyKey: string;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
};

/** One attempt of POST /upload, by XMLHttpRequest: `fetch` has no upload progress. @returns the file's key */
export function sendOnce({ file, category, idempotencyKey, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = readToken();
    let timer: ReturnType<typeof setTimeout>;
    const allow = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const abort = () => request.abort();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };

    request.upload.onprogress = ({ loaded, total }) => {
      allow(loaded < total ? STALL_MS : RESPONSE_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      end();
      const body = readJson(request.responseText);
      const key = keyIn(body);
      if (request.status === 201 && key !== null) resolve(key);
      else {
        const error = ApiError.from(request.status < 400 ? 500 : request.status, body);
        reportRefusal(error, token);
        reject(error);
      }
    };
    const fail = () => {
      end();
      reject(signal.aborted ? signal.reason : ApiError.network());
    };
    request.onerror = fail;
    request.onabort = fail;

    const { method, path } = fileEndpoints.uploadFile;
    request.open(method, `/api${path}`);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    signal.addEventListener('abort', abort, { once: true });
    allow(STALL_MS);
    // Before the file: the server needs the category when the bytes arrive.
    const form = new FormData();
    form.append('type', category);
    form.append('file', file);
    request.send(form);
  });
}

function keyIn(body: unknown): string | null {
  const url = typeof body === 'object' && body !== null && 'url' in body ? body.url : null;
  return typeof url === 'string' ? url : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Waits `ms`, longer while the device is offline; the `online` event ends the wait at once.
 * @throws the reason of `signal` when aborted
 */
function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      signal.removeEventListener('abort', abort);
      finish();
    };
    const resume = () => settle(resolve);
    const abort = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => {
      if (navigator.onLine) resume();
    }, ms);
    window.addEventListener('online', resume);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** Retries after lost connections. */
const MAX_RETRIES = 6;

type Options = {
  /** From 0 to 1; 0 again when the upload restarts. */
  onProgress: (progress: number) => void;
  /** True while waiting to retry. */
  onWaiting: (isWaiting: boolean) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file. After a lost connection it waits for the network and sends the file again with the same idempotency key,
 * so that the server stores it once.
 * @returns the file's key
 * @throws an `ApiError`, or the reason of `signal`
 */
export async function uploadFile(
  file: File,
  category: FileCategory,
  { onProgress, onWaiting, signal }: Options,
): Promise<string> {
  const idempotencyKey = newKey();
  for (let retries = 0; ; retries += 1) {
    try {
      if (signal.aborted) throw signal.reason;
      return await sendOnce({ file, category, idempotencyKey, onProgress, signal });
    } catch (error) {
      if (!isRetryable(error) || retries >= MAX_RETRIES) throw report(error);
    }
    onProgress(0);
    onWaiting(true);
    await waitForNetwork(retryDelay(retries), signal);
    onWaiting(false);
  }
}

/** IN_PROGRESS: the first attempt reached the server, which is still storing the file. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'NETWORK' ? isTransient(error) : ['UNAVAILABLE', 'IN_PROGRESS'].includes(error.code));

/** A 401 of an upload does not pass through `call`: this request lets the session notice it. */
function report(error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401) call(sessionEndpoints.me).catch(() => null);
  return error;
}

function newKey(): string {
  // crypto.randomUUID exists only on https and localhost.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
