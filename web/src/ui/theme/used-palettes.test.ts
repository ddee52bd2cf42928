import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED, usedPalettes } from '../../../used-palettes.ts';

const src = join(import.meta.dirname, '../..');
const names = ['blue', ...UNUSED].join('|');

test('no screen uses a removed palette', () => {
  const named = new RegExp(`\\b(?:color|c|bg)=["'{ ]+(?:${names})\\b|--mantine-color-(?:${names})-`);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx|css)$/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((path) => named.test(readFileSync(join(src, path), 'utf8')))).toEqual([]);
});

test('removes palettes from the stylesheet and the theme, and nothing else', () => {
  const { transform } = usedPalettes() as { transform(code: string, id: string): { code: string } | null };
  const sheet =
    ':root{--mantine-color-red-0:#fff5f5;--mantine-color-pink-0:#fff0f6;--mantine-color-blue-9:#1864ab}';
  expect(transform(sheet, '/styles/default-css-variables.layer.css')?.code).toBe(
    ':root{--mantine-color-red-0:#fff5f5;}',
  );
  const theme =
    'const DEFAULT_COLORS = {\n\tred: [\n\t\t"#fff5f5"\n\t],\n\tpink: [\n\t\t"#fff0f6"\n\t],\n\tblue: ["#e7f5ff"]\n};';
  expect(transform(theme, '/x/@mantine/core/esm/core/default-colors.mjs')?.code.replace(/\s+/g, ' ')).toBe(
    'const DEFAULT_COLORS = { red: [ "#fff5f5" ], blue: ["#e7f5ff"] };',
  );
  expect(transform(sheet, '/src/other.css')).toBeNull();
});
