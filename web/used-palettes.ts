import type { Plugin } from 'vite';

const VARIABLES = /\/default-css-variables\.layer\.css$/;
const COLOURS = /\/@mantine\/core\/esm\/.*\/default-colors\.mjs$/;

/** Mantine's palettes that no screen uses. `gray`, `dark`, `red` and `teal` are used; ours are in `src/ui/theme`. */
export const UNUSED = ['cyan', 'grape', 'green', 'indigo', 'lime', 'orange', 'pink', 'violet', 'yellow'];
/** Mantine's default primary colour: needed in its theme, not in the stylesheet. */
const FIRST = 'blue';

const variables = new RegExp(`--mantine-color-(?:${[...UNUSED, FIRST].join('|')})-[\\w-]+:[^;}]+;?`, 'g');
const colours = new RegExp(`\\b(?:${UNUSED.join('|')}): \\[[^\\]]*\\],?`, 'g');

/** Removes Mantine's unused palettes: 2 kB on every page, without which /order and /tracking exceed their budget. */
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
