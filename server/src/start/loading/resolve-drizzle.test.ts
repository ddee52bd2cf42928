import type { ResolveFnOutput } from 'node:module';
import { expect, it } from 'vitest';
import { resolveDrizzle } from './resolve-drizzle.ts';

const INSIDE = 'file:///app/node_modules/drizzle-orm/pg-core/db.js';
const BY_NODE: ResolveFnOutput = { url: 'node:resolved' };

const resolve = (specifier: string, parentURL: string) =>
  resolveDrizzle(specifier, { conditions: [], importAttributes: {}, parentURL }, () => BY_NODE);

it('resolves imports of modules inside the package, and leaves all others to Node', () => {
  expect(resolve('../entity.js', INSIDE)).toEqual({
    url: 'file:///app/node_modules/drizzle-orm/entity.js',
    format: 'module',
    shortCircuit: true,
  });
  for (const [specifier, parent] of [
    ['pg', INSIDE],
    ['./db.cjs', 'file:///app/node_modules/drizzle-orm/pg-core/index.cjs'],
    ['./relations.js', 'file:///app/node_modules/drizzle-kit/index.js'],
    ['drizzle-orm/pg-core', 'file:///app/server/src/database/database.ts'],
  ] as const) {
    expect(resolve(specifier, parent)).toBe(BY_NODE);
  }
});

it('asks Node once where our own imports of the package lead', () => {
  let asked = 0;
  const ask = (conditions: string[]) =>
    resolveDrizzle(
      'drizzle-orm/pg-core',
      { conditions, importAttributes: {}, parentURL: 'file:///app/server/src/database/schema/users.ts' },
      () => {
        asked += 1;
        return BY_NODE;
      },
    );
  for (let call = 0; call < 3; call += 1) expect(ask(['node', 'import']).url).toBe(BY_NODE.url);
  expect(asked).toBe(1);
  // A `require` leads elsewhere.
  expect(ask(['node', 'require'])).toBe(BY_NODE);
});
