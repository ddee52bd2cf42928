import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marksPath, migrationsFolder, readMarks, writeMarks } from './tools/marks.mjs';

// `npm version` runs this before it commits: a migration that is released does not change any more.
const sumOf = (tag) =>
  createHash('sha256')
    .update(readFileSync(join(migrationsFolder, `${tag}.sql`)))
    .digest('hex');
writeMarks(readMarks().map(({ tag, oldCode, sha256 = sumOf(tag) }) => ({ tag, oldCode, sha256 })));
execFileSync('git', ['add', marksPath]);
