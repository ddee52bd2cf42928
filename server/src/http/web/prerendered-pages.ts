import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pagePolicy } from '../headers/page-policies.ts';
import { withAbsoluteUrls } from './absolute-urls.ts';
import { withDemoNotice } from './demo-notice.ts';

/** What is the same for everybody, with its compressed versions. */
export interface Served {
  readonly type: string;
  readonly text: string | Buffer;
  /** Of a page, with the hashes of its inline scripts. */
  readonly policy: string;
  readonly etag: string;
  readonly compressed: Readonly<Partial<Record<Compression, Buffer>>>;
}

/** A page or the service worker. */
export interface ServedText extends Served {
  readonly text: string;
}

export type Compression = 'br' | 'gzip';

export interface PageOptions {
  /** Origins of payment portals that pages may frame. */
  readonly portalOrigins: readonly string[];
  /** Firebase sends the codes. */
  readonly firebaseCodes?: boolean | undefined;
  /** `https://amasin.bj`, for absolute URLs in pages. */
  readonly publicUrl?: string | undefined;
  /** Adds the notice of a demonstration. */
  readonly demo?: boolean | undefined;
}

const extensions = { br: '.br', gzip: '.gz' } as const;
// Compression delays the first request for a page, by 2 ms. Level 9 saves 1 % and takes up to 1.3 s for all pages, level 11 saves 10 %
// in 0.7 s.
const QUALITY = 5;

/** The prerendered pages by path: `/`, `/login`… */
export function readPrerenderedPages(root: string, options: PageOptions): Map<string, ServedText> {
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

/** Reads a page. With `path: null` it is served at several paths and gets no URLs of its own. */
export function readPage(file: string, path: string | null, options: PageOptions): ServedText {
  const { publicUrl, demo } = options;
  const built = readFileSync(file, 'utf8');
  const noticed = demo ? withDemoNotice(built) : built;
  const html =
    publicUrl === undefined || path === null ? noticed : withAbsoluteUrls(noticed, publicUrl, path);
  return {
    type: 'text/html; charset=utf-8',
    text: html,
    policy: pagePolicy(html, options),
    etag: etagOf(html),
    compressed: html === built ? compressedAtBuild(file) : compress(html),
  };
}

function compressedAtBuild(file: string): ServedText['compressed'] {
  const found = Object.entries(extensions).filter(([, extension]) => existsSync(file + extension));
  return Object.fromEntries(found.map(([name, extension]) => [name, readFileSync(file + extension)]));
}

/** Weak, because the compressed versions share it. */
export const etagOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Compresses when a version is first read: for all pages, it took a twentieth of the time of a start. */
export function compress(text: string): ServedText['compressed'] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    get br() {
      br ??= brotliCompressSync(text, { params });
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(text);
      return gzip;
    },
  };
}
