import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';

/** A link serves five minutes (RULES 33): what it gave is kept, not the link. */
const KEPT_MS = 5 * 60_000;

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
  let response: Response;
  try {
    response = await fetch(url, { signal });
    if (response.ok) return await response.blob();
  } catch (error) {
    if (signal.aborted) throw error;
    throw ApiError.network();
  }
  throw ApiError.from(response.status, await response.json().catch(() => undefined));
}
