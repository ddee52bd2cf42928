import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { Plugin } from 'vite';

const ENDPOINTS = /\/domain\/src\/\w+\/endpoints\.ts$/;

/**
 * The browser calls endpoints and does not validate responses: it loads only their path, method and access. The
 * schemas, and 25 kB of zod, are loaded only by forms that import a schema. The types are unchanged (decision 0003).
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    async load(id) {
      if (!ENDPOINTS.test(id)) return null;
      const { mtimeMs } = await stat(id);
      // Node caches modules by URL: with the modification time in it, the development server loads a changed file.
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
