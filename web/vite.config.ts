import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { lightContract } from './light-contract.ts';
import { pdfDecoders } from './pdf-decoders.ts';
import { startOf } from './start-chunk.ts';
import { stylesOnce } from './styles-once.ts';
import { usedPalettes } from './used-palettes.ts';

/** Where `npm run dev` starts the server. */
const api = `http://localhost:${process.env.PORT || 3000}`;

export default defineConfig({
  plugins: [lightContract(), pdfDecoders(), reactRouter(), stylesOnce(), usedPalettes()],
  // Found at the first page otherwise, each with a reload of what is being looked at.
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
            // What every page starts with is one file, what many others need a second: fewer questions on a slow line than
            // for forty small ones, and they compress better by 4 to 10 kB a page. Too low a count brings every page what
            // only some use.
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 12, priority: 3 },
                { name: startOf, priority: 2 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/sandbox-pay': api, '/health': api },
  },
});
