import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_LINES = 250;
const MOST_FILES = 15;
const SOURCE = /\.(?:[cm]?[jt]s|tsx|css|sql)$/;
/** Installed, built, written by tests or by the product, generated; what begins with a point is a tool's. */
const NOT_WRITTEN = /^(?:\..*|node_modules|build|data|coverage|test-results|playwright-report|migrations)$/;

/**
 * Sources of more lines, and folders of more files, than the house has (DESIGN 8). Walks the folders, so that it also
 * holds where there is no git.
 * @param root what is walked, with all that is below it
 * @returns a sorted line for each: `web/src/layout: 16 files`, `web/src/root.tsx: 251 lines`
 */
export function findTooBig(root) {
  const found = [];
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
      ({ name }) => !NOT_WRITTEN.test(name),
    );
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    if (files.length > MOST_FILES) found.push(`${folder}: ${files.length} files`);
    for (const file of files.filter((name) => SOURCE.test(name))) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      if (lines > MOST_LINES) found.push(`${file}: ${lines} lines`);
    }
    for (const entry of entries) if (entry.isDirectory()) walk(join(folder, entry.name));
  };
  walk('.');
  return found.sort();
}
