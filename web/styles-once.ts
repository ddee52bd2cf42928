import type { Plugin } from 'vite';

/** The URLs of the stylesheets of every page in the code of a lazy chunk. */
const OF_EVERY_PAGE = /(["'])((?:\.?\/)?assets\/(?:start|shared)-[\w-]+\.css)\1/g;

/**
 * React Router links a page's stylesheets with a `#` behind their URL; Vite's preload looks for them without it, and
 * would load the common ones a second time, after other sheets of the same layer, which they would then override. With the
 * `#` in the chunks too, the preload finds the existing links.
 */
export function stylesOnce(): Plugin {
  return {
    name: 'styles-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = file.code.replace(OF_EVERY_PAGE, '$1$2#$1');
        }
      },
    },
  };
}
