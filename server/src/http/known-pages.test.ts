import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readKnownPages } from './web-pages.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

function built(manifest: string) {
  folder = mkdtempSync(join(tmpdir(), 'amasin-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'manifest-1a2b.js'), manifest);
  return readKnownPages(folder);
}

const routes = {
  root: { path: '' },
  home: { parentId: 'root', index: true },
  frame: { parentId: 'root' },
  orders: { parentId: 'frame', path: 'orders' },
  order: { parentId: 'orders', path: ':id' },
  help: { parentId: 'root', path: 'aide/:chapter?' },
  docs: { parentId: 'root', path: 'v1.0/*' },
  lost: { parentId: 'root', path: '*' },
};

it('matches the routes of the build: parameters, optional parts and splats', () => {
  const isKnown = built(`window.__reactRouterManifest=${JSON.stringify({ version: '1', routes })};`);
  const known = ['/', '/orders', '/Orders', '/orders/12', '/aide', '/aide/payer', '/v1.0', '/v1.0/a/b'];
  const unknown = ['/order', '/orders/12/13', '/orders/', '/aide/payer/plus', '/v1x0/a', '/*'];
  expect(known.filter((path) => !isKnown(path))).toEqual([]);
  expect(unknown.filter(isKnown)).toEqual([]);
});

it.each(['', 'window.x=1;', 'window.x={routes:1};', 'window.__reactRouterManifest={"entry":{}};'])(
  'accepts every path when the manifest is %o',
  (manifest) => {
    expect(built(manifest)('/nulle/part')).toBe(true);
  },
);
