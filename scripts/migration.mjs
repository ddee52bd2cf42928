import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './tools/install.mjs';
import { migrationsFolder, readMarks, writeMarks } from './tools/marks.mjs';
import { exitWithError, root, run } from './tools/run.mjs';

// `npm run migration -- NAME serves`: writes what the tables of the schema need as a migration, with its mark.

const [name, oldCode, ...options] = process.argv.slice(2);
if (!/^[a-z][a-z-]*$/.test(name ?? '') || !['serves', 'stops'].includes(oldCode))
  exitWithError(
    'npm run migration -- NAME serves: a name of small letters; `serves` when the release before works on the migrated database, as it does with a new nullable column, else `stops`.',
  );
await ensureInstalled();
const lastTag = () =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')).entries.at(-1).tag;
const before = lastTag();
const code = await run('drizzle-kit', ['generate', '--name', name, ...options], {
  cwd: join(root, 'server'),
});
const tag = lastTag();
if (tag !== before) writeMarks([...readMarks(), { tag, oldCode }]);
process.exitCode = code;
