import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

// Scanners write black-and-white pages as CCITT or JBIG2, some colour ones as JPEG 2000. pdf.js loads these decoders by name
// when a page needs them. Its WebAssembly versions are forbidden by our content security policy.
const names = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];
const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'wasm');
const { version } = createRequire(import.meta.url)('pdfjs-dist/package.json') as { version: string };
/** Contains the version instead of a hash, which the names of other assets contain. */
const place = `assets/pdfjs-${version}/`;

/** Adds the decoders of pdf.js to the build, and defines their URL. */
export function pdfDecoders(): Plugin {
  return {
    name: 'pdf-decoders',
    config: () => ({ define: { 'import.meta.env.PDF_DECODERS': JSON.stringify(`/${place}`) } }),
    configureServer: ({ middlewares }) => {
      for (const name of names) {
        middlewares.use(`/${place}${name}`, (_request, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(readFileSync(join(folder, name)));
        });
      }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: place + name, source: readFileSync(join(folder, name)) });
      }
    },
  };
}
