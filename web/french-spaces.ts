import { typeset } from '@amasin/domain/contract/typeset.ts';
import type { Plugin } from 'vite';

const OURS = /\/(?:web|domain)\/src\/.*\.tsx?$/;
const TO_TYPESET = / [:;!?»]|« /;

/**
 * Typesets every text of the pages while they are built, so that nobody has to type or see no-break spaces in the source. Texts of the
 * server are typeset where they arrive. Only texts of the code change, never the code, and no position moves: source maps stay right.
 */
export function frenchSpaces(): Plugin {
  return {
    name: 'french-spaces',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!OURS.test(id.split('?', 1)[0] ?? '') || !TO_TYPESET.test(code)) return null;
      let typed = code;
      for (const { start, end } of textsOf(this.parse(code))) {
        typed = typed.slice(0, start) + typeset(typed.slice(start, end)) + typed.slice(end);
      }
      return { code: typed, map: null };
    },
  };
}

type Node = { readonly type: string; readonly start: number; readonly end: number };

/** The strings and parts of templates of a syntax tree. */
function* textsOf(node: object): Generator<Node> {
  if (isText(node)) yield node;
  for (const child of Object.values(node)) {
    if (typeof child === 'object' && child !== null) yield* textsOf(child);
  }
}

const isText = (node: object): node is Node =>
  'type' in node &&
  (node.type === 'TemplateElement' ||
    (node.type === 'Literal' && 'value' in node && typeof node.value === 'string'));
