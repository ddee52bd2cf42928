import { useEffect } from 'react';
import { createPath, useBlocker, useNavigation } from 'react-router';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import styles from './PageOnItsWay.module.css';
import { bringFiles, usePageFiles } from './page-files.ts';

const MOST_MS = 15_000;

/**
 * Lets nobody leave for a page whose files are not there: the router would reload the page that stands, and without a
 * network nothing would be left of it. The files come first, under a bar that says so after 150 ms; where they do not, the person is
 * told and stays.
 */
export function PageOnItsWay() {
  const { state } = useNavigation();
  const filesOf = usePageFiles();
  const leaving = useBlocker(({ nextLocation }) => filesOf(nextLocation).length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one wish to leave, one run
  useEffect(() => {
    if (leaving.state !== 'blocked') return;
    let over = false;
    const end = (how: () => void) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      how();
    };
    const lose = () =>
      end(() => {
        leaving.reset();
        toast.error(NETWORK_MESSAGE);
      });
    // What goes on coming is there at the next try.
    const timer = setTimeout(lose, MOST_MS);
    bringFiles(filesOf(leaving.location)).then(
      (whole) => end(whole ? leaving.proceed : () => window.location.assign(createPath(leaving.location))),
      lose,
    );
    return () => end(() => {});
  }, [leaving]);

  if (leaving.state !== 'blocked' && state === 'idle') return null;
  return <div className={styles.bar} role="progressbar" aria-label="Chargement de la page" />;
}
