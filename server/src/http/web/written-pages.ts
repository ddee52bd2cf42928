import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pagePolicy } from '../headers/page-policies.ts';
import { withAddresses } from './addresses.ts';

/** A page of the build as it is sent: whole, and compressed where that is worth it. */
export interface WrittenPage {
  readonly html: string;
  /** Its own, with the hashes of its inline scripts. */
  readonly policy: string;
  readonly etag: string;
  readonly compressed: Readonly<Partial<Record<Compression, Buffer>>>;
}

export type Compression = 'br' | 'gzip';

export interface PageOptions {
  /** Origins of payment portals that the pages may frame. */
  readonly portalOrigins: readonly string[];
  /** `https://amasin.bj`: what pages write of themselves for search engines and shared links. */
  readonly publicUrl?: string | undefined;
}

const endings = { br: '.br', gzip: '.gz' } as const;
// At every start: nearly as small as the best of the build, in a tenth of its time.
const QUALITY = 9;

/** The pages written at build time, by their path: `/`, `/login`… */
export function readWrittenPages(root: string, options: PageOptions): Map<string, WrittenPage> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.split(sep).join('/'),
  );
  return new Map(
    files
      .filter((file) => /(^|\/)index\.html$/.test(file))
      .map((file) => {
        const path = `/${file.replace(/\/?index\.html$/, '')}`;
        return [path, readPage(join(root, file), path, options)];
      }),
  );
}

/** One page; `path: null` where it stands at many addresses, and so writes none of its own. */
export function readPage(file: string, path: string | null, options: PageOptions): WrittenPage {
  const { portalOrigins, publicUrl } = options;
  const built = readFileSync(file, 'utf8');
  const html = publicUrl === undefined || path === null ? built : withAddresses(built, publicUrl, path);
  return {
    html,
    policy: pagePolicy(html, portalOrigins),
    // Weak: the compressed forms carry it too.
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    compressed: html === built ? compressedAtBuild(file) : compress(html),
  };
}

function compressedAtBuild(file: string): WrittenPage['compressed'] {
  const there = Object.entries(endings).filter(([, ending]) => existsSync(file + ending));
  return Object.fromEntries(there.map(([name, ending]) => [name, readFileSync(file + ending)]));
}

function compress(html: string): WrittenPage['compressed'] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return { br: brotliCompressSync(html, { params }), gzip: gzipSync(html) };
}
