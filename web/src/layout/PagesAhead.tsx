import { useEffect } from 'react';
import { prefetchPages } from '../lib/page-files.ts';
import { useQuiet } from '../lib/use-quiet.ts';

/** Fetches pages ahead once the present page is loaded. */
export function PagesAhead({ pages }: { pages: readonly string[] }) {
  const quiet = useQuiet();
  // Not by the router's own prefetch, which reloads the page when a file cannot be fetched.
  useEffect(() => {
    if (quiet) prefetchPages(pages);
  }, [quiet, pages]);
  return null;
}
