import { ApiError } from '../../lib/api/api-error.ts';

/** Reads what a signed link opens. @throws only `ApiError` */
export async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url, {}).catch(() => {
    throw ApiError.network();
  });
  if (!response.ok) throw ApiError.from(response.status, await response.json().catch(() => undefined));
  return response.blob();
}
