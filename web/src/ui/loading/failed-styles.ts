const failed = new Set<HTMLLinkElement>();

/**
 * Notes stylesheets that did not come. Code that is fetched a second time takes its stylesheet for loaded, and would
 * stand bare. Failures of elements are heard on their way down only.
 */
export function watchStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    true,
  );
}

/** Asks for them again. */
export function askStylesAgain(): void {
  for (const link of failed) link.replaceWith(link.cloneNode());
  failed.clear();
}
