import { Readable } from 'node:stream';
import type { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import { v7 } from 'uuid';
import { buildZone } from '../builders/catalogue.ts';
import { previewLines } from '../list-files/import-lines.ts';
import { writeForm } from '../testing/upload.ts';
import { zoneList } from '../zones/import.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** A list with a new zone, one that changes, one that waits for a confirmation, and a line that is refused. */
async function zoneFile({ server }: World) {
  const { label, price } = await buildZone(server.db);
  const dear = await buildZone(server.db);
  const lines = [
    `${label},,${price + 100}`,
    `${dear.label},,${dear.price * 10}`,
    `Zone importée ${v7()},Sainte-Rita,700`,
    ',Sans nom,',
  ];
  const text = `label,sectors,price\n${lines.join('\n')}\n`;
  const open = () => Readable.from([Buffer.from(text)]);
  const at = server.clock.now();
  const { digest } = await previewLines(server.db, zoneList(open, { fee: null, at }));
  return { bytes: Buffer.from(text), digest };
}

async function formOf(fields: { file: Uint8Array; digest?: string }) {
  const { payload, headers } = await writeForm((form) => {
    if (fields.digest !== undefined) form.set('digest', fields.digest);
    form.set('file', new File([Uint8Array.from(fields.file)], 'zones.csv'));
  });
  // `rawBody` is sent; `body` is its parsed form.
  return { rawBody: payload, headers };
}

const params = { list: 'zones' } as const;

export const importScenarios: ScenariosOf<typeof importEndpoints> = {
  previewImport: {
    legal: async (world) => {
      const { bytes } = await zoneFile(world);
      const body = { file: bytes };
      return { params, body, ...(await formOf(body)) };
    },
  },
  importFile: {
    legal: async (world) => {
      const { bytes, digest } = await zoneFile(world);
      const body = { file: bytes, digest };
      return { params, body, ...(await formOf(body)) };
    },
  },
};
