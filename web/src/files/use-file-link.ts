import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';

/** A link serves five minutes (RULES 33): what it gave is kept, not the link. */
const KEPT_MS = 5 * 60_000;
/** A line that brings nothing for so long is given up. */
const SILENCE_MS = 15_000;

/** Opens a file by its key: a signed link, then its bytes, read once for each opening that the server records. */
export function useFileLink(fileKey: string) {
  return useQuery({
    queryKey: ['files', fileKey],
    queryFn: ({ signal }) => openFile(fileKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

async function openFile(key: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call(fileEndpoints.signFile, { body: { key } }, { signal });
  const asked = Date.now();
  const control = new AbortController();
  const stop = () => control.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await soon(fetch(url, { signal: control.signal }), stop);
    if (response.ok) return await readBytes(response, stop);
    throw ApiError.from(response.status, await soon(response.json(), stop).catch(() => undefined));
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    const cut = ApiError.network();
    // A line that has been silent for so long is not asked again by itself; one that drops is.
    if (control.signal.aborted) cut.waitedMs = Date.now() - asked;
    throw cut;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Read piece by piece: the whole may rightly take long on a weak line, each piece may not. */
async function readBytes({ body, headers }: Response, stop: () => void): Promise<Blob> {
  const reader = body?.getReader();
  const pieces: BlobPart[] = [];
  for (;;) {
    const { done, value } = (await soon(reader?.read(), stop)) ?? { done: true };
    if (done) return new Blob(pieces, { type: headers.get('Content-Type') ?? '' });
    pieces.push(value);
  }
}

/** What the line brings next; it is stopped when that takes too long. */
async function soon<T>(next: T, stop: () => void): Promise<Awaited<T>> {
  const timer = setTimeout(stop, SILENCE_MS);
  try {
    return await next;
  } finally {
    clearTimeout(timer);
  }
}
