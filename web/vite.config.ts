import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { contactSettings } from './contact-settings.ts';
import { lightContract } from './light-contract.ts';
import { pdfDecoders } from './pdf-decoders.ts';
import { startOf } from './start-chunk.ts';
import { stylesOnce } from './styles-once.ts';

/** The server that `npm run dev` starts. */
const api = `http://localhost:${process.env.PORT || 3000}`;

/** Visitors' pages load what validates a form while it is filled in: zod and the schemas written with it. */
const FORMS =
  /\/web\/src\/(?:ui\/(?:SchemaForm|fields|ChoiceField|TextareaField)|lib\/use-schema-form)|\/@mantine\/form\/|\/node_modules\/zod\/|\/domain\/src\//;
const isNoForm = (id: string) => !FORMS.test(id);

export default defineConfig({
  define: contactSettings(process.env),
  plugins: [lightContract(), pdfDecoders(), reactRouter(), stylesOnce()],
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
            // One chunk for the code of every page, and one for what at least 21 modules share: fewer requests than forty small
            // files. Forms are shared by as many modules, but only some pages load one first.
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 21, priority: 3, test: isNoForm },
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
    proxy: { '/api': api, '/sandbox-pay': api, '/health': api, '/socket.io': { target: api, ws: true } },
  },
});
