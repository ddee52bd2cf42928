import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

export const migrationsFolder = join(root, 'server', 'src', 'database', 'migrations');
export const marksPath = join(migrationsFolder, 'marks.json');

export const readMarks = () => JSON.parse(readFileSync(marksPath, 'utf8'));

/** Writes the marks of all migrations, one a line. */
export function writeMarks(marks) {
  const lines = marks.map((mark) => {
    const fields = Object.entries(mark).map(([name, value]) => `"${name}": "${value}"`);
    return `  { ${fields.join(', ')} }`;
  });
  writeFileSync(marksPath, `[\n${lines.join(',\n')}\n]\n`);
}
