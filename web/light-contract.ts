import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { Plugin } from 'vite';

const ENDPOINTS = /\/domain\/src\/(?!contract\/)\w+\/endpoints\.ts$/;

/**
 * The browser calls endpoints; it does not check their answers. So it gets their address, method and access, while the
 * schemas (and with them 25 kB of zod) reach only the pages whose forms import one. TypeScript still sees the whole.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    async load(id) {
      if (!ENDPOINTS.test(id)) return null;
      const { mtimeMs } = await stat(id);
      // The time in the address makes the development server see a change; Node keeps modules by address.
      const tables: Record<string, unknown> = await import(`${pathToFileURL(id).href}?changed=${mtimeMs}`);
      return Object.entries(tables)
        .filter((entry): entry is [string, Record<string, Endpoint>] => isTable(entry[1]))
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(lighten(table))};`)
        .join('\n');
    },
  };
}

function isTable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).length > 0 &&
    Object.values(value).every(
      (entry) => typeof entry?.path === 'string' && typeof entry?.method === 'string',
    )
  );
}

function lighten(table: Record<string, Endpoint>) {
  return Object.fromEntries(
    Object.entries(table).map(([name, { method, path, allow }]) => [name, { method, path, allow }]),
  );
}
