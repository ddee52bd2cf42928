import type { Plugin } from 'vite';

/** The stylesheets that every page has from its first line, as a part that comes later names them among its own. */
const OF_EVERY_PAGE = /(["'])((?:\.?\/)?assets\/(?:start|shared)-[\w-]+\.css)\1/g;

/**
 * A page names its stylesheets with a `#` behind their address, and a part that comes later looks for its own without it:
 * those of every page would be brought a second time, behind those of other parts, and undo them (they share Mantine's
 * layer). So parts ask for them by the address that the page has, and find that they are there.
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
