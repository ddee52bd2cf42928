import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_POLICY } from '../headers/page-policies.ts';
import { compress, etagOf, type ServedText } from './prerendered-pages.ts';

/** As in web/service-worker/build.ts. */
const PLACEHOLDER = '@served-pages@';

/**
 * The service worker, with what the settings change in the pages that it keeps: another payment provider makes a new version, whose
 * pages have its frame in their policy. Null when the web was built without one.
 */
export function readServiceWorker(root: string, pages: readonly ServedText[]): ServedText | null {
  const file = join(root, 'sw.js');
  if (!existsSync(file)) return null;
  const served = createHash('sha256');
  for (const { etag, policy } of pages) served.update(`${etag}\0${policy}\0`);
  const text = readFileSync(file, 'utf8').replaceAll(PLACEHOLDER, served.digest('hex').slice(0, 16));
  return {
    type: 'text/javascript; charset=utf-8',
    text,
    policy: FILE_POLICY,
    etag: etagOf(text),
    compressed: compress(text),
  };
}
