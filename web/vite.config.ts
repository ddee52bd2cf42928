import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { dvhFallback } from './dvh-fallback.ts';
import { frenchSpaces } from './french-spaces.ts';
import { lightContract } from './light-contract.ts';
import { pdfDecoders } from './pdf-decoders.ts';
import { startOf } from './start-chunk.ts';
import { stylesOnce } from './styles-once.ts';

/** The prerenderer gives up on a page after 10 s, which no option changes; a machine that does something else too takes longer. */
const LEAST_MS = 120_000;
const { timeout } = AbortSignal;
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, LEAST_MS));

/** The server that `npm run dev` starts. */
const api = `http://localhost:${process.env.PORT || 3000}`;

/**
 * Modules outside the chunk of every page although many others share them: those that validate a form (zod and the schemas, which
 * visitors load while they fill one in), dialogs, lists by pages, which are for those who have signed in, and Mantine's sheets,
 * which come after those of every page.
 */
const APART =
  /\/web\/src\/(?:ui\/(?:SchemaForm|fields|ChoiceField|TextareaField|dialog|listing)|lib\/(?:use-schema-form|lists))|\/@mantine\/(?:form|core\/styles)\/|nfiniteQuery|\/node_modules\/zod\/|\/domain\/src\//;
const isForEveryPage = (id: string) => !APART.test(id);

const OLDEST_BROWSERS = ['chrome99', 'safari15.4', 'firefox97'];

export default defineConfig({
  plugins: [lightContract(), pdfDecoders(), reactRouter(), frenchSpaces(), stylesOnce()],
  // The oldest browsers that we promise (decision 80); scripts/check-old-browsers.mjs reads the result.
  build: { target: OLDEST_BROWSERS },
  css: { postcss: { plugins: [dvhFallback] } },
  // Otherwise Vite discovers them one by one at the first page, and reloads it for each.
  optimizeDeps: {
    include: [
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@tabler/icons-react',
      '@tanstack/react-query',
      'compressorjs',
      'pdfjs-dist/legacy/build/pdf.mjs',
      'zod',
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One chunk for the code of every page, and one for what at least 27 modules share: fewer requests than forty small
            // files. Forms are shared by as many modules, but only some pages load one first. The pages by which one enters share one too.
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 27, priority: 3, test: isForEveryPage },
                { name: startOf, priority: 2 },
                {
                  name: 'entrance',
                  test: /\/web\/src\/session\/(?:captcha|enter|entrance-state)\.ts$/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/sandbox-pay': api, '/health': api, '/socket.io': { target: api, ws: true } },
  },
});
