// Whether the built scripts run in the oldest browsers that we promise (decision 80): their syntax, and the newer built-ins that they
// name. The compiler knows those of the language only (`lib`), and nothing of what libraries use. Reads web/build/client.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'web', 'build', 'client');
/** pdf.js brings its own copies of newer built-ins, and so does its worker. */
const HAS_OWN_BUILT_INS = /^assets\/pdf[.-]/;

/** Properties that these browsers lack: of the language, then of pages. */
const MISSING = new Set([
  ...[
    'toSorted',
    'toReversed',
    'toSpliced',
    'fromAsync',
    'groupBy',
    'withResolvers',
    'isWellFormed',
    'toWellFormed',
  ],
  ...[
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
    'symmetricDifference',
    'getOrInsert',
    'getOrInsertComputed',
  ],
  ...[
    'fromBase64',
    'setFromBase64',
    'toBase64',
    'fromHex',
    'toHex',
    'transferToFixedLength',
    'sumPrecise',
    'DurationFormat',
  ],
  ...[
    'throwIfAborted',
    'checkVisibility',
    'showPopover',
    'hidePopover',
    'togglePopover',
    'canParse',
    'moveBefore',
  ],
  ...['requestIdleCallback', 'startViewTransition', 'showPicker', 'getSetCookie', 'transferToImageBitmap'],
]);
/** Those whose name has other owners too. */
const MISSING_OF = new Map([
  ['AbortSignal', ['any', 'timeout']],
  ['Promise', ['try']],
  ['URL', ['parse']],
  ['RegExp', ['escape']],
  ['Iterator', ['from', 'concat']],
  ['scheduler', ['yield', 'postTask']],
]);
const MISSING_NAMES = new Set([
  'OffscreenCanvas',
  'CompressionStream',
  'DecompressionStream',
  'BarcodeDetector',
  'Temporal',
]);
const UNREADABLE_PATTERN = /\(\?<[=!]/;

/** Uses that were read: each asks first whether the browser has it, and goes another way without. */
const ASKED_FIRST = new Map([
  ['startViewTransition', /^assets\/(?:entry\.client|shared)-/],
  ['canParse', /^assets\/(?:schemas|text)-/],
  ['toBase64', /^assets\/qr-/],
  ['scheduler.yield', /^assets\/Scanner-/],
  ['scheduler.postTask', /^assets\/Scanner-/],
]);

const faults = scripts('').flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return [...new Set(faultsOf(source, file))].map((fault) => ({ file, fault }));
});
for (const { file, fault } of faults) console.error(`${file}: ${fault}`);
if (faults.length > 0) process.exit(1);
console.log('The built scripts keep to what Chrome 99 and Safari 15.4 know.');

function scripts(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return scripts(path);
    return /\.m?js$/.test(entry.name) ? [path] : [];
  });
}

function faultsOf(source, file) {
  let tree;
  try {
    tree = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  } catch (error) {
    return [`syntax newer than 2022: ${error.message}`];
  }
  const found = [];
  const isAllowed = (name) => HAS_OWN_BUILT_INS.test(file) || (ASKED_FIRST.get(name)?.test(file) ?? false);
  full(tree, (node) => {
    if (node.type === 'StaticBlock') found.push('static block of a class');
    if (node.type === 'Literal' && node.regex !== undefined) {
      if (UNREADABLE_PATTERN.test(node.regex.pattern)) found.push(`lookbehind /${node.regex.pattern}/`);
      if (/[vd]/.test(node.regex.flags)) found.push(`flags ${node.regex.flags} of a pattern`);
    }
    const text =
      node.type === 'TemplateElement' ? node.value.raw : node.type === 'Literal' ? node.value : null;
    if (typeof text === 'string' && UNREADABLE_PATTERN.test(text)) found.push('lookbehind in a text');
    const name = missingName(node);
    if (name !== null && !isAllowed(name)) found.push(name);
  });
  return found;
}

/** What a node uses that these browsers lack, if anything. */
function missingName(node) {
  if (node.type === 'NewExpression' && MISSING_NAMES.has(node.callee.name)) return node.callee.name;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { object, property, computed } = node.callee;
  if (computed) return null;
  // Of an array: a date or a builder has a `with` of one argument.
  if (property.name === 'with' && node.arguments.length === 2) return 'with';
  if (MISSING.has(property.name)) return property.name;
  const owner = object.type === 'Identifier' ? object.name : object.property?.name;
  return MISSING_OF.get(owner)?.includes(property.name) ? `${owner}.${property.name}` : null;
}
