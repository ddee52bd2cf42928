import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findMutualImports } from './tools/mutual-imports.mjs';

// Each rule is tested with a planted violation, because dependency-cruiser reads no file and still exits 0 when it finds no
// supported TypeScript compiler.
const root = join(import.meta.dirname, '..');
const config = join(root, '.dependency-cruiser.cjs');
const { server, forbidden } = createRequire(import.meta.url)(config);

/** A file of each layer of e2e, lowest first. */
const e2eLayers = ['session', 'browsers', 'product', 'people', 'documents', 'visual/appearance'];

// Paths must be unique, because all violations are planted into one tree.
const planted = {
  'server-folder-in-a-layer': {
    'server/src/sales/sell.ts': "import { zone } from '../zones/zone.ts';\nexport const sell = zone;\n",
    'server/src/zones/zone.ts': 'export const zone = 1;\n',
  },
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
    'server/src/orders/foreign.ts':
      "import { routes } from '../stats/routes.ts';\nexport const place = routes;\n",
    'server/src/stats/routes.ts': 'export const routes = 1;\n',
  },
  'no-queries-to-actions': {
    'server/src/orders/queries.ts': "import { place } from './place.ts';\nexport const find = place;\n",
    'server/src/orders/place.ts': 'export const place = 1;\n',
  },
  'sql-in-queries': {
    'server/src/orders/sql.ts':
      "import { orders } from '../database/schema/orders.ts';\nexport const place = orders;\n",
    'server/src/database/schema/orders.ts': 'export const orders = 1;\n',
  },
  'environment-in-one-place': {
    'server/src/orders/settings.ts': "import { env } from '../env.ts';\nexport const place = env;\n",
    'server/src/env.ts': 'export const env = 1;\n',
  },
  'no-server-to-web': {
    'server/src/http/page.ts':
      "import { page } from '../../../web/src/page.ts';\nexport const served = page;\n",
    'web/src/page.ts': 'export const page = 1;\n',
  },
  'no-web-to-server': {
    'web/src/client.ts':
      "import { served } from '../../server/src/served.ts';\nexport const page = served;\n",
    'server/src/served.ts': 'export const served = 1;\n',
  },
  'no-feature-to-feature': {
    'web/src/orders/Form.ts': "import { field } from '../zones/field.ts';\nexport const form = field;\n",
    'web/src/zones/field.ts': 'export const field = 1;\n',
  },
  'no-feature-to-page': {
    'web/src/orders/Link.ts': "import { page } from '../pages/order.ts';\nexport const form = page;\n",
    'web/src/pages/order.ts': 'export const page = 1;\n',
  },
  'no-ui-to-feature': {
    'web/src/ui/Card.ts': "import { list } from '../orders/list.ts';\nexport const card = list;\n",
    'web/src/orders/list.ts': 'export const list = 1;\n',
  },
  'e2e-helpers-import-no-test': {
    'e2e/visual/appearance.ts': "import { name } from './pages.spec.ts';\nexport const a = name;\n",
    'e2e/visual/pages.spec.ts': 'export const name = 1;\n',
  },
  ...Object.fromEntries(
    e2eLayers
      .slice(1)
      .map((upper, index) => [
        `e2e-layer-${index + 1}`,
        { [`e2e/${e2eLayers[index]}.ts`]: `import { a } from './${upper}.ts';\nexport const b = a;\n` },
      ]),
  ),
  'e2e-tests-import-no-source': {
    'e2e/prices.ts': "import { quote } from '../domain/src/quote.ts';\nexport const total = quote;\n",
    'domain/src/quote.ts': 'export const quote = 1;\n',
  },
  'e2e-start-imports-only-setup': {
    'e2e/start/sizes.ts':
      "import { stock } from '../../server/src/medications/stock.ts';\nexport const sizes = stock;\n",
    'server/src/medications/stock.ts': 'export const stock = 1;\n',
  },
};

const isTest = (path) => new RegExp(server.tests).test(`server/src/${path}`);

const folders = ['domain', 'server', 'web', 'e2e'];
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amasin-structure-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json'])
    cpSync(join(root, file), join(folder, file));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(base, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
}

function violationsOf(files) {
  for (const name of folders) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name));
  }
  write(folder, files);
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout).summary.violations;
}

/** A module of this folder, or the file itself where the layer names one. */
const moduleOf = (name, file) => `server/src/${name.endsWith('.ts') ? name : `${name}/${file}.ts`}`;

const importOf = (from, to) => `import type { target } from './${relative(dirname(from), to)}';\n`;

/** The first entry of each layer imports from a neighbour and the layer above (forbidden), and from lower layers (allowed). */
function plantLayers() {
  const files = Object.fromEntries(
    server.layers.flat().map((name) => [moduleOf(name, 'target'), 'export const target = 1;\n']),
  );
  const expected = [];
  server.layers.forEach(([first, ...neighbours], layer) => {
    const source = moduleOf(first, 'planted');
    const wrong = [neighbours[0], server.layers[layer + 1]?.[0]].filter(Boolean);
    const targets = [...server.layers.slice(0, layer).flat(), ...wrong].map((name) =>
      moduleOf(name, 'target'),
    );
    files[source] = targets.map((target) => importOf(source, target)).join('');
    for (const name of wrong) expected.push(`server-layer-${layer}: ${source} → ${moduleOf(name, 'target')}`);
  });
  return { files, expected };
}

test('every rule has a planted violation', () => {
  const ofLayers = server.layers.map((_, layer) => `server-layer-${layer}`);
  expect([...Object.keys(planted), ...ofLayers].sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test('the rule of each layer finds imports from the same layer and from the layer above', () => {
  const { files, expected } = plantLayers();
  const found = violationsOf(files).map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  expect(found.sort()).toEqual(expected.sort());
});

test('no two folders of server/src import from each other', () => {
  expect(findMutualImports(join(root, 'server/src'), isTest)).toEqual([]);
});

test('two folders that import from each other are listed once; imports in tests do not count', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-pairs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const import_ = (path) => `import { a } from '${path}';\n`;
  write(folder, {
    'orders/a.ts': import_('../payments/deep/b.ts') + import_('./b.ts'),
    'payments/deep/b.ts': `import {\n  type a,\n} from '../../orders/a.ts';\n`,
    'payments/c.ts': import_('../ctx.ts'),
    'payments/d.ts': import_('../zones/z.ts'),
    'zones/z.test.ts': import_('../payments/d.ts'),
    'ctx.ts': "const load = () => import('./payments/c.ts');\n",
  });
  expect(findMutualImports(folder, isTest)).toEqual(['ctx.ts ↔ payments', 'orders ↔ payments']);
});

test('finds each planted violation by its own rule', () => {
  const trees = Object.values(planted);
  const whole = Object.assign({}, ...trees);
  expect(Object.keys(whole)).toEqual(trees.flatMap(Object.keys));
  const found = violationsOf(whole);
  expect(found).toHaveLength(trees.length);
  for (const [rule, files] of Object.entries(planted)) {
    const own = found.filter(({ from }) => Object.hasOwn(files, from));
    expect(
      own.map((violation) => violation.rule.name),
      rule,
    ).toEqual([rule]);
  }
});

test('finds nothing in a tree without violations', () => {
  expect(violationsOf({ 'domain/src/zones/zone.ts': 'export const zone = 1;\n' })).toEqual([]);
});
