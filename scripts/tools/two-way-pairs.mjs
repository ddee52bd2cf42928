import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** `from '…'`, `import '…'` and `import('…')` of a relative path. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Pairs of top-level folders, or files beside them, of which each imports from the other.
 * @param folder whose TypeScript is read, with all that is below it
 * @param skips whether the imports of a path, relative to the folder, do not count
 * @returns a sorted line for each: `orders ↔ payments`
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
