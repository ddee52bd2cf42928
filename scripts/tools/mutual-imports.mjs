import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Matches `from '…'`, `import '…'` and `import('…')` with a relative path. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Finds pairs of entries of `folder` (folders or files) that import from each other.
 * @param folder read recursively, TypeScript files only
 * @param isIgnored whether to ignore the imports of a file, by its path relative to `folder`
 * @returns sorted lines like `orders ↔ payments`
 */
export function findMutualImports(folder, isIgnored) {
  const topOf = (path) => relative(folder, path).split('/')[0];
  const edges = new Set();
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || isIgnored(name)) continue;
    const file = join(folder, name);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT))
      edges.add(`${topOf(file)} ${topOf(join(dirname(file), path))}`);
  }
  return [...edges]
    .map((edge) => edge.split(' '))
    .filter(([from, to]) => from < to && edges.has(`${to} ${from}`))
    .map((pair) => pair.join(' ↔ '))
    .sort();
}
