import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tools/run.mjs';

const IGNORED = /^(?:\.(?!env|ci|dep)|node_modules$|build$|data$|migrations$|package-lock|test-results$)/;

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

const texts = filesIn(root)
  .filter((path) => /\.(?:md|[cm]?js|tsx?|css|csv|txt|sql)$/.test(path))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== 'scripts/documents.test.mjs');
const documents = texts.filter(({ path }) => path.endsWith('.md'));
const numbersIn = (text, pattern) => [...text.matchAll(pattern)].map(([, number]) => Number(number));

/** `what` for each text that has any, as « file: what ». */
const find = (some, what) =>
  some.flatMap(({ path, text }) => what(text, path).map((fault) => `${path}: ${fault}`));

test('cites no document that is not in the repository', () => {
  const absent =
    /\b(?:SPEC|RULES|RELIABILITY|VISUAL|DESIGN|WIRE|BENIN|LIGHTER|ATTACK|OPERATOR|CASES|EXAMPLES)(?:\.md| \d)/g;
  expect(find(texts, (text) => text.match(absent) ?? [])).toEqual([]);
});

test('cites only rules and decisions that exist', () => {
  const rules = numbersIn(readFileSync(join(root, 'docs/rules.md'), 'utf8'), /^\*\*(\d+)\. /gm);
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => Number.parseInt(name, 10));
  const unknown = (text) => [
    ...numbersIn(text, /\brules? (\d+)/g)
      .filter((n) => !rules.includes(n))
      .map((n) => `rule ${n}`),
    ...numbersIn(text, /\bd[eé]cisions? (\d+)/g)
      .filter((n) => !decisions.includes(n))
      .map((n) => `decision ${n}`),
  ];
  expect(rules.length).toBeGreaterThan(40);
  expect(find(texts, unknown)).toEqual([]);
});

test('links only to files that exist, and cites only tests that exist', () => {
  const tests = texts.filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path)).map(({ path }) => `/${path}`);
  const broken = (text, path) => [
    ...[...text.matchAll(/(?:\]\(|src=")([^)"#]+)/g)]
      .map(([, link]) => link)
      .filter((link) => !/^\w+:/.test(link) && !existsSync(join(root, dirname(path), link))),
    ...[...text.matchAll(/`(\w[\w./-]*\.(?:test|spec)\.tsx?)`/g)]
      .map(([, name]) => name)
      .filter((name) => tests.filter((path) => path.endsWith(`/${name}`)).length !== 1),
  ];
  expect(find(documents, broken)).toEqual([]);
});

/** The anchors that GitHub makes of the headings of a document. */
function anchorsOf(text) {
  const seen = new Map();
  const headings = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading]) => {
    const words = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(words) ?? 0;
    seen.set(words, times + 1);
    return times === 0 ? words : `${words}-${times}`;
  });
}

test('links only to headings that exist', () => {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]));
  const broken = (text, path) =>
    [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, file, anchor]) => {
        const target = file === '' ? path : join(dirname(path), file);
        return anchors.has(target) && !anchors.get(target).includes(decodeURIComponent(anchor));
      })
      .map(([link]) => link);
  expect(find(documents, broken)).toEqual([]);
});

test('documents for builders are in English, those for operators in French', () => {
  const count = (text, words) => text.match(new RegExp(`\\b(?:${words})\\b`, 'gi'))?.length ?? 0;
  const isFrench = (text) =>
    count(text, 'le|les|des|est|une|dans|pour|avec') > count(text, 'the|of|is|and|to|with|for|an');
  const wrong = documents.filter(
    ({ path, text }) =>
      isFrench(text) !== (path.startsWith(join('docs', 'exploitation')) || path === 'LISEZMOI.md'),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** The documents that describe the product of today; decisions and the changelog are history. */
const present = documents.filter(({ path }) => !/^(?:docs\/decisions\/|CHANGELOG)/.test(path));
const source = texts.filter(({ path }) => !path.endsWith('.md'));
const quoted = (text) =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, what]) => what);

test('names only files and folders that exist', () => {
  const tree = filesIn(root).map((path) => `/${relative(root, path)}`);
  const exists = (path) => {
    const end = path
      .replace(/\/$/, '')
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/\*|<\w+>/g, '[^/]*');
    return existsSync(join(root, path)) || tree.some((file) => new RegExp(`/${end}(?:/|$)`).test(file));
  };
  // The operator chose the folders of the first three; the others are a protocol, an image and opening hours.
  const elsewhere = /^(?:DATA_DIR|PUBLIC_URL|secrets|http\/protobuf$|versity\/versitygw$|24\/7$)/;
  const isPath = (what) =>
    /^\.?[\w*][\w.*<>-]*(?:\/[\w.*<>-]+)*\/?$/.test(what) &&
    /\/|\.(?:[cm]?[jt]sx?|css|csv|html|json|md|txt|ya?ml|service|socket)$/.test(what) &&
    !elsewhere.test(what);
  // A file that the product makes when it runs is named in the source that makes it. Code is never made so.
  const isMade = (what) => !/\.[cm]?[jt]sx?$/.test(what) && source.some(({ text }) => text.includes(what));
  const absent = (text) => quoted(text).filter((what) => isPath(what) && !exists(what) && !isMade(what));
  const inComments = (text) =>
    [...text.matchAll(/^\s*(?:\/?\*+|\/\/).*?\(([\w./-]+\.(?:[cm]js|tsx?))\)/gm)].map(([, path]) => path);
  expect(find(present, absent)).toEqual([]);
  expect(find(source, (text) => inComments(text).filter((path) => !exists(path)))).toEqual([]);
});

test('names only identifiers that the source has', () => {
  const known = new Set(source.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const builders = present.filter(({ path }) => !/exploitation|LISEZMOI|performance/.test(path));
  const isName = (what) => /^[A-Za-z]\w*(?:[.-][A-Za-z]\w*)*$/.test(what) && !what.endsWith('.md');
  const unknown = (text) =>
    quoted(text).filter((what) => isName(what) && what.split(/[.-]/).some((word) => !known.has(word)));
  expect(find(builders, unknown)).toEqual([]);
});

test('names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const absent = (text) =>
    [...text.matchAll(/npm run ([a-z][\w:-]*)(?! -w)/g)]
      .map(([, name]) => name)
      .filter((name) => !(name in scripts));
  expect(find([...present, ...source], absent)).toEqual([]);
});
