import { type ComponentType, useEffect, useState } from 'react';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { ListSkeleton } from '../feedback/ListSkeleton.tsx';
import { askStylesAgain, watchStyles } from './failed-styles.ts';

type Load<P> = () => Promise<ComponentType<P>>;

type Props<P extends object> = {
  /** Fetches the code; the same function at every render. */
  load: Load<P>;
  props: P;
  /** Height of what comes, px. */
  height: number;
};

if (typeof window !== 'undefined') watchStyles();

// What is there already shows at once when its place comes back.
const loaded = new WeakMap<object, unknown>();
const known = <P extends object>(load: Load<P>) => (loaded.get(load) as ComponentType<P> | undefined) ?? null;

/** A part of a screen whose code comes when it is wanted; on a line that is down it says so and can be tried again. */
export function LazyPart<P extends object>({ load, props, height }: Props<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(() => known(load));
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    if (Part !== null) return;
    let left = false;
    setFailed(false);
    load().then(
      (part) => {
        loaded.set(load, part);
        if (!left) setPart(() => part);
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [load, tries]);

  if (Part !== null) return <Part {...props} />;
  if (!failed) return <ListSkeleton rows={1} height={height} />;
  const retry = () => {
    askStylesAgain();
    setTries((count) => count + 1);
  };
  return <ErrorState message={NETWORK_MESSAGE} onRetry={retry} />;
}
