import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Matches `from '…'`, `import '…'` and `import('…')` with a relative path. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Finds pairs of entries of `folder` (folders or files) that import from each other.
 * @param folder read recursively, TypeScript files only
 * @param skips whether to ignore the imports of a file, by its path relative to `folder`
 * @returns sorted lines like `orders ↔ payments`
 */
export function findTwoWayPairs(folder, skips) {
  const topOf = (path) => relative(folder, path).split('/')[0];
  const arrows = new Set();
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || skips(name)) continue;
    const file = join(folder, name);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT))
      arrows.add(`${topOf(file)} ${topOf(join(dirname(file), path))}`);
  }
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`))
    .map((pair) => pair.join(' ↔ '))
    .sort();
}
