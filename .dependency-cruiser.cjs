// These rules say which folder may import from which. `npm run check:layers` applies them; scripts/structure.test.mjs plants
// one violation, to prove that the files are read.

/**
 * The layers of server/src, lowest first. A folder or a top-level file imports only from the layers below its own. A lower
 * layer uses a higher one through a port, which server/src/start/hooks.ts connects.
 */
const layers = [
  ['settings'],
  ['database', 'env.ts'],
  ['ports', 'refusal.ts'],
  ['ctx.ts'],
  ['list-files', 'people', 'routing', 'scopes'],
  ['audit'],
  ['files', 'house', 'medications', 'notifications', 'pharmacies', 'sms', 'zones'],
  ['addresses', 'imports', 'insurance', 'payments', 'pdf', 'session'],
  ['benefits', 'claims', 'prescriptions', 'stock'],
  ['consultations', 'orders'],
  ['feedback', 'reports'],
  ['recalls', 'retention', 'stats', 'statements', 'users'],
  ['builders', 'http', 'jobs', 'live'],
  ['demo'],
  ['start'],
  ['backup'],
  ['cli', 'main.ts'],
];

/** Tests, and the folders that only tests use, may import from any layer; no layer imports from them. */
const tests =
  '^server/src/(?:(?:database/constraints|orders/model-test|permissions|races|testing)/|.*\\.(?:test|fixture)\\.ts$)';

const below = (layer) => layers.slice(0, layer).flat();
const path = (names) => `^server/src/(?:${names.join('|').replaceAll('.', '\\.')})(?:/|$)`;

const layerRules = layers.map((names, layer) => ({
  name: `server-layer-${layer}`,
  comment: `${names.join(', ')}: import from ${below(layer).join(', ') || 'no other folder'} only.`,
  severity: 'error',
  from: { path: path(names).replace('(?:', '('), pathNot: tests },
  to: { path: '^server/src/', pathNot: ['^server/src/$1(?:/|$)', path([...below(layer), 'nothing'])] },
}));

const feature =
  '(addresses|audit|benefits|claims|consultations|feedback|files|house|imports|insurance|medications|notifications|orders|payments|pharmacies|prescriptions|recalls|reports|retention|session|sms|statements|stats|stock|users|zones)';

/**
 * The layers of web/src, lowest first, by the same rule. What several words need stands below them: the viewer of files, the
 * search for a medicine, the lines of a prescription.
 */
const webLayers = [
  ['lib'],
  ['ui'],
  ['session'],
  ['files', 'imports', 'zones'],
  [
    'addresses',
    'audit',
    'benefits',
    'house',
    'insurance',
    'medications',
    'notifications',
    'payments',
    'pharmacies',
    'sms',
    'statements',
    'stats',
  ],
  ['claims', 'feedback', 'inquiries', 'prescriptions', 'recalls', 'reports', 'stock', 'users'],
  ['consultations', 'orders'],
  ['layout'],
  ['pages'],
  ['root.tsx', 'routes.ts'],
];

const webTests = '^web/src/(?:testing/|.*\\.(?:test|fixture)\\.tsx?$)';
const webPath = (names) => `^web/src/(?:${names.join('|').replaceAll('.', '\\.')})(?:/|$)`;
const webLayerRules = webLayers.map((names, layer) => {
  const lower = webLayers.slice(0, layer).flat();
  return {
    name: `web-layer-${layer}`,
    comment: `${names.join(', ')}: import from ${lower.join(', ') || 'no other folder'} only.`,
    severity: 'error',
    from: { path: webPath(names).replace('(?:', '('), pathNot: webTests },
    to: { path: '^web/src/', pathNot: ['^web/src/$1(?:/|$)', webPath([...lower, 'nothing'])] },
  };
});

// The layers of e2e, lowest first: a file imports files of its own or a lower layer.
const e2eLayers = [
  '(cases-of|session|toasts|keys)',
  'browsers',
  'product',
  'people',
  '(documents|order-steps|ordering|paid-order|prices)',
  '[^/]+/[^/]+',
];

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'server-folder-in-a-layer',
      comment: 'Every folder of server/src is in the table of layers, or serves tests only.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [tests, path(layers.flat())] },
      to: {},
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-imports-only-zod',
      severity: 'error',
      from: { path: '^domain/src', pathNot: ['\\.test\\.ts$', '^domain/src/testing/'] },
      to: { pathNot: ['^domain/src', '^node_modules/zod/'] },
    },
    {
      name: 'contract-below-the-words',
      comment:
        'domain/src/contract is what every word is written with; endpoints.ts above it collects their calls.',
      severity: 'error',
      from: { path: '^domain/src/contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^domain/src/', pathNot: '^domain/src/contract/' },
    },
    {
      name: 'routes-call-actions',
      comment: 'A route calls an action or a query of its feature, never the database.',
      severity: 'error',
      from: { path: `^server/src/${feature}/routes\\.ts$` },
      to: { path: ['^server/src/database/', '^node_modules/(drizzle-orm|pg)/'] },
    },
    {
      name: 'no-foreign-routes',
      comment: 'A feature uses the actions and queries of another, never its routes.',
      severity: 'error',
      from: { path: `^server/src/${feature}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/src/${feature}/routes\\.ts$`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'no-queries-to-actions',
      comment: 'queries.ts contains SQL: it imports only the database, the domain and other queries.',
      severity: 'error',
      from: { path: `^server/src/${feature}/.*queries\\.ts$` },
      to: { path: `^server/src/${feature}/`, pathNot: 'queries\\.ts$' },
    },
    {
      name: 'sql-in-queries',
      comment:
        'Tables and SQL are in queries.ts and scopes (and in tests); actions import only the types of rows.',
      severity: 'error',
      from: {
        path: `^server/src/${feature}/`,
        pathNot: ['queries\\.ts$', tests],
      },
      to: {
        path: ['^server/src/database/schema/', '^node_modules/(drizzle-orm|pg)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'environment-in-one-place',
      comment: 'Only entry points read the settings and pass them on.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/main\\.ts$', '^server/src/cli/', '^server/src/start/', tests],
      },
      to: { path: '^server/src/env\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-server-to-web',
      severity: 'error',
      from: { path: '^(server|domain)/' },
      to: { path: '^web/' },
    },
    {
      name: 'no-web-to-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    ...webLayerRules,
    {
      name: 'e2e-helpers-import-no-test',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^e2e/.*\\.spec\\.ts$' },
    },
    ...e2eLayers.slice(0, -1).map((layer, index) => ({
      name: `e2e-layer-${index + 1}`,
      severity: 'error',
      from: { path: `^e2e/${layer}\\.ts$` },
      to: { path: `^e2e/(${e2eLayers.slice(index + 1).join('|')})\\.ts$` },
    })),
    {
      name: 'e2e-tests-import-no-source',
      comment: 'Tests drive the started product; only e2e/start builds its data.',
      severity: 'error',
      from: { path: '^e2e/', pathNot: '^e2e/start/' },
      to: { path: '^(domain|server|web)/' },
    },
    {
      name: 'e2e-start-imports-only-setup',
      comment: 'The builders and the demo data, and what opens a database, a file store and the server.',
      severity: 'error',
      from: { path: '^e2e/start/' },
      to: {
        path: '^(domain|server|web)/',
        pathNot: [
          '^domain/src/(contract/time|orders/order)\\.ts$',
          '^server/src/(builders|database|demo|start)/',
          '^server/src/(env|ports/file-store|files/folder-store|settings/limits)\\.ts$',
          '^server/src/(payments/providers|session)/.+\\.fixture\\.ts$',
        ],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/build/', '\\.react-router/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
