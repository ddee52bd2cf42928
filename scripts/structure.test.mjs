import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A structure check that finds nothing may as well be one that looks at nothing (a compiler without an API makes
// dependency-cruiser blind, and it still exits 0). So each of its rules must find the violation planted for it.
const root = join(import.meta.dirname, '..');
const config = join(root, '.dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(config);

const planted = {
  'no-cycle': {
    'domain/src/zones/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'domain/src/zones/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  },
  'domain-imports-only-zod': {
    'domain/src/zones/clock.ts': "import { hostname } from 'node:os';\nexport const name = hostname();\n",
  },
  'routes-call-actions': {
    'server/src/zones/routes.ts':
      "import { pool } from '../database/pool.ts';\nexport const routes = pool;\n",
    'server/src/database/pool.ts': 'export const pool = 1;\n',
  },
  'no-foreign-routes': {
    'server/src/orders/place.ts':
      "import { routes } from '../zones/routes.ts';\nexport const place = routes;\n",
    'server/src/zones/routes.ts': 'export const routes = 1;\n',
  },
  'queries-know-no-action': {
    'server/src/orders/queries.ts': "import { place } from './place.ts';\nexport const find = place;\n",
    'server/src/orders/place.ts': 'export const place = 1;\n',
  },
  'sql-in-queries': {
    'server/src/orders/place.ts':
      "import { orders } from '../database/schema/orders.ts';\nexport const place = orders;\n",
    'server/src/database/schema/orders.ts': 'export const orders = 1;\n',
  },
  'environment-in-one-place': {
    'server/src/orders/place.ts': "import { env } from '../env.ts';\nexport const place = env;\n",
    'server/src/env.ts': 'export const env = 1;\n',
  },
  'server-and-web-are-strangers': {
    'server/src/http/page.ts':
      "import { page } from '../../../web/src/page.ts';\nexport const served = page;\n",
    'web/src/page.ts': 'export const page = 1;\n',
  },
  'web-knows-no-server': {
    'web/src/page.ts': "import { served } from '../../server/src/served.ts';\nexport const page = served;\n",
    'server/src/served.ts': 'export const served = 1;\n',
  },
  'features-do-not-know-each-other': {
    'web/src/orders/Form.ts': "import { field } from '../zones/field.ts';\nexport const form = field;\n",
    'web/src/zones/field.ts': 'export const field = 1;\n',
  },
  'features-know-no-page': {
    'web/src/orders/Form.ts': "import { page } from '../pages/order.ts';\nexport const form = page;\n",
    'web/src/pages/order.ts': 'export const page = 1;\n',
  },
  'ui-and-lib-know-no-feature': {
    'web/src/ui/Card.ts': "import { form } from '../orders/form.ts';\nexport const card = form;\n",
    'web/src/orders/form.ts': 'export const form = 1;\n',
  },
};

let place;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'amasin-structure-'));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json'])
    cpSync(join(root, file), join(place, file));
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

function cruise(files) {
  for (const folder of ['domain', 'server', 'web']) {
    rmSync(join(place, folder), { recursive: true, force: true });
    mkdirSync(join(place, folder));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [
    bin,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'domain',
    'server',
    'web',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: place, encoding: 'utf8' });
  return JSON.parse(stdout).summary.violations.map(({ rule }) => rule.name);
}

test('every rule has its planted violation', () => {
  expect(Object.keys(planted).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test('all planted violations together are found, each by its own rule', () => {
  for (const [rule, files] of Object.entries(planted)) {
    expect(cruise(files), rule).toEqual([rule]);
  }
});

test('a tree without violation is found clean', () => {
  expect(cruise({ 'domain/src/zones/zone.ts': 'export const zone = 1;\n' })).toEqual([]);
});
