import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './tools/run.mjs';

const sources = globSync('{domain,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.(test|fixture)\.tsx?$|\/(testing|permissions|builders)\//.test(path),
);
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Each pattern that is written in a file, with its place. */
function* literalsIn(path) {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  const open = [file];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    ts.forEachChild(node, (child) => void open.push(child));
    if (!ts.isRegularExpressionLiteral(node)) continue;
    const line = file.getLineAndCharacterOfPosition(node.pos).line + 1;
    const end = node.text.lastIndexOf('/');
    yield { place: `${path}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
}

/** The patterns that a file puts together when it is loaded. */
async function patternsBuiltBy(path) {
  const built = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given) {
      const pattern = new target(...given);
      built.push({ place: path, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    await import(join(root, path));
  } finally {
    globalThis.RegExp = Original;
  }
  return built;
}

/** Texts for which the time of a pattern grows faster than their length. */
function slownessOf({ source, flags }) {
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, exponential }) => (exponential ? `${type}, exponential` : type));
}

const slowAmong = (patterns) =>
  patterns.flatMap((pattern) => {
    const found = slownessOf(pattern);
    return found.length === 0 ? [] : [`${pattern.place} /${pattern.source}/ ${found.join(' ')}`];
  });

test('finds patterns that backtrack, and those that begin again at each sign', () => {
  for (const pattern of [/^(a+)+$/, /^\s*-?\s*$/, /\s+$/, /a+b/, /[\p{L}]+(?: +[\p{L}]+)+/gu])
    expect(slownessOf(pattern), String(pattern)).not.toEqual([]);
  for (const pattern of [/^a+b/, /\s+/g, /^.*\S/s]) expect(slownessOf(pattern), String(pattern)).toEqual([]);
});

test('each pattern takes a time that grows with the length of the text', () => {
  const literals = sources.flatMap((path) => [...literalsIn(path)]);
  expect(literals.length).toBeGreaterThan(300);
  expect(slowAmong(literals)).toEqual([]);
});

test('so does each pattern that is put together', async () => {
  const paths = sources.filter((path) => read(path).includes('new RegExp('));
  const built = [];
  for (const path of paths) built.push(...(await patternsBuiltBy(path)));
  expect(built.length).toBeGreaterThan(8);
  expect(slowAmong(built)).toEqual([]);
});

test('normal forms are those of normal-form.ts, which is not slow with thousands of accents on a letter', () => {
  const own = sources.filter((path) => !path.endsWith('/normal-form.ts') && /\.normalize\(/.test(read(path)));
  expect(own).toEqual([]);
});
