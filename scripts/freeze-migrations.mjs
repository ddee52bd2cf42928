import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools/run.mjs';

// `npm version` runs this before it commits: a migration that is released does not change any more.
const folder = join(root, 'server', 'src', 'database', 'migrations');
const path = join(folder, 'marks.json');
const marks = JSON.parse(readFileSync(path, 'utf8'));
const sumOf = (tag) =>
  createHash('sha256')
    .update(readFileSync(join(folder, `${tag}.sql`)))
    .digest('hex');
const lines = marks.map(
  ({ tag, oldCode, sha256 = sumOf(tag) }) =>
    `  { "tag": "${tag}", "oldCode": "${oldCode}", "sha256": "${sha256}" }`,
);
writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`);
execFileSync('git', ['add', path]);
