import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Text formats; images and fonts are already compressed, and the server compresses pages, into which it writes. */
const compressible = /\.(js|mjs|css|svg|json|webmanifest)$/;
/** Minimum size in bytes; smaller files fit in one packet with or without compression. */
const MIN_BYTES = 1024;

const compressors = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes brotli and gzip forms beside each text file in the web build that has at least 1 KiB: once, at the highest
 * level, instead of per request. Returns the number of compressed files and their total size, original and in brotli, bytes.
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  const done = { files: 0, bytes: 0, brotliBytes: 0 };
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const bytes = await readFile(file);
      if (bytes.length < MIN_BYTES) return;
      const [brotli] = await Promise.all(
        Object.entries(compressors).map(async ([extension, compress]) => {
          const small = await compress(bytes);
          await writeFile(file + extension, small);
          return small;
        }),
      );
      done.files += 1;
      done.bytes += bytes.length;
      done.brotliBytes += brotli.length;
    }),
  );
  return done;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? 'web/build/client');
  const { files, bytes, brotliBytes } = await precompress(folder);
  console.log(
    `${files} fichiers compressés : ${Math.round(bytes / 1000)} ko, ${Math.round(brotliBytes / 1000)} ko en brotli.`,
  );
}
