import type { Plugin } from 'vite';

const VARIABLES = /\/default-css-variables\.layer\.css$/;
const COLOURS = /\/@mantine\/core\/esm\/.*\/default-colors\.mjs$/;

/** Mantine's palettes that nothing names: `gray`, `dark`, `red` and `teal` are, and ours are in `src/ui/theme`. */
export const UNUSED = ['cyan', 'grape', 'green', 'indigo', 'lime', 'orange', 'pink', 'violet', 'yellow'];
/** Its own first colour, from which it reckons what differs in our theme; in no sheet of ours. */
const FIRST = 'blue';

const variables = new RegExp(`--mantine-color-(?:${[...UNUSED, FIRST].join('|')})-[\\w-]+:[^;}]+;?`, 'g');
const colours = new RegExp(`\\b(?:${UNUSED.join('|')}): \\[[^\\]]*\\],?`, 'g');

/** Leaves out of Mantine the colours that we never use, which every page would bring: nearly 2 kB. */
export function usedPalettes(): Plugin {
  return {
    name: 'used-palettes',
    enforce: 'pre',
    transform(code, id) {
      const left = VARIABLES.test(id) ? variables : COLOURS.test(id) ? colours : null;
      return left === null ? null : { code: code.replace(left, ''), map: null };
    },
  };
}
