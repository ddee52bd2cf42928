import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A component whose sheet comes with another page only is shown without it there.

const source = join(import.meta.dirname, '../..');
const sheets = join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles');

/** What a component needs besides the sheet of its name. */
const also: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
};

const read = (path: string) => readFileSync(join(source, path), 'utf8');
const importedSheets = (text: string) =>
  [...text.matchAll(/'@mantine\/core\/styles\/(\w+)\.layer\.css'/g)].flatMap(([, name = '']) => name);
const ofEveryPage = new Set([...importedSheets(read('ui/theme/styles.ts')), 'UnstyledButton']);

/** The sheets that a module needs for the components that it imports, and does not import. */
function missingIn(path: string): string[] {
  const text = read(path);
  const own = new Set(importedSheets(text));
  const named = /import \{([^}]+)\} from '@mantine\/core'/.exec(text)?.[1] ?? '';
  const components = named.split(',').flatMap((name) => /^\s*(?!type )(\w+)\s*$/.exec(name)?.[1] ?? []);
  return components
    .flatMap((name) => [name, ...(also[name] ?? [])])
    .filter((name) => existsSync(join(sheets, `${name}.layer.css`)))
    .filter((name) => !ofEveryPage.has(name) && !own.has(name));
}

test('every module imports the sheets of the components that it shows', () => {
  const modules = globSync('**/*.tsx', { cwd: source }).filter((path) => !path.endsWith('.test.tsx'));
  const missing = modules.flatMap((path) => missingIn(path).map((name) => `${path}: ${name}`));
  expect(missing.sort()).toEqual([]);
});
