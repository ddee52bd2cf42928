import type { Plugin } from 'postcss';

/** Says each `dvh` in `vh` first, for Chrome before 108: without it a dialog or a list there would have no height. */
export const dvhFallback: Plugin = {
  postcssPlugin: 'dvh-fallback',
  Once(sheet) {
    sheet.walkDecls((declaration) => {
      // A variable is not read where it is written.
      if (declaration.variable || !declaration.value.includes('dvh')) return;
      declaration.cloneBefore({ value: declaration.value.replaceAll('dvh', 'vh') });
    });
  },
};
