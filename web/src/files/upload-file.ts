import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { ApiError, isTransient } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { retryDelay } from '../lib/api/query-client.ts';
import { sendOnce } from './sending/send-once.ts';
import { waitForLine } from './sending/wait-for-line.ts';

/** Cuts survived one after the other; while the device knows itself offline none is counted. */
const MAX_CUTS = 6;

type Watching = {
  /** From 0 to 1; back to 0 when a cut makes it begin again. */
  onProgress: (share: number) => void;
  /** True while the line is awaited. */
  onWaiting: (waiting: boolean) => void;
  signal: AbortSignal;
};

/**
 * Sends a file and answers its key. A cut line is waited for, and the same file sent again under the same key, so that
 * the server stores it once. Throws an `ApiError`, or the reason of `signal`.
 */
export async function uploadFile(
  file: File,
  category: FileCategory,
  { onProgress, onWaiting, signal }: Watching,
): Promise<string> {
  const idempotencyKey = newKey();
  for (let cuts = 0; ; cuts += 1) {
    try {
      signal.throwIfAborted();
      return await sendOnce({ file, category, idempotencyKey, onProgress, signal });
    } catch (error) {
      if (!isCut(error) || cuts >= MAX_CUTS) throw tell(error);
    }
    onProgress(0);
    onWaiting(true);
    await waitForLine(retryDelay(cuts), signal);
    onWaiting(false);
  }
}

/** IN_PROGRESS: the first attempt reached the server, which is still storing the file. */
const isCut = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'NETWORK' ? isTransient(error) : ['UNAVAILABLE', 'IN_PROGRESS'].includes(error.code));

/** The session hears of refusals of ordinary calls only: it is led to ask for itself. */
function tell(error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401) call(sessionEndpoints.me).catch(() => null);
  return error;
}

function newKey(): string {
  // crypto.randomUUID exists only on https and localhost.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
