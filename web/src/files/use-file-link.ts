import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';

/** As long as a signed link is valid (rule 33): the bytes are cached, not the link. */
const CACHE_MS = 5 * 60_000;
/** The request is aborted when no data arrives for this time, ms. */
const STALL_MS = 15_000;

/** Loads a file by its key: a signed link, then its bytes, once for each access that the server records. */
export function useFileLink(fileKey: string) {
  return useQuery({
    queryKey: ['files', fileKey],
    queryFn: ({ signal }) => openFile(fileKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
  });
}

async function openFile(key: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call(fileEndpoints.signFile, { body: { key } }, { signal });
  const startedAt = Date.now();
  const control = new AbortController();
  const stop = () => control.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await withTimeout(fetch(url, { signal: control.signal }), stop);
    if (response.ok) return await readBytes(response, stop);
    throw ApiError.from(response.status, await withTimeout(response.json(), stop).catch(() => undefined));
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    const cut = ApiError.network();
    // A stalled request is not retried by itself; a lost connection is.
    if (control.signal.aborted) cut.waitedMs = Date.now() - startedAt;
    throw cut;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads chunk by chunk: the whole file may take long on a slow network, one chunk may not. */
async function readBytes({ body, headers }: Response, stop: () => void): Promise<Blob> {
  const reader = body?.getReader();
  const chunks: BlobPart[] = [];
  for (;;) {
    const { done, value } = (await withTimeout(reader?.read(), stop)) ?? { done: true };
    if (done) return new Blob(chunks, { type: headers.get('Content-Type') ?? '' });
    chunks.push(value);
  }
}

/** Awaits the next part of the response, and stops the request when it takes too long. */
async function withTimeout<T>(next: T, stop: () => void): Promise<Awaited<T>> {
  const timer = setTimeout(stop, STALL_MS);
  try {
    return await next;
  } finally {
    clearTimeout(timer);
  }
}
