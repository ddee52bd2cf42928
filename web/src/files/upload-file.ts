import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { ApiError, isTransient } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { retryDelay } from '../lib/query-client.ts';
import { sendOnce } from './sending/send-once.ts';
import { waitForNetwork } from './sending/wait-for-network.ts';

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
      signal.throwIfAborted();
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
