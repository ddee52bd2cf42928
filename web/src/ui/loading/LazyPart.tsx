import { useState } from 'react';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { ListSkeleton } from '../feedback/ListSkeleton.tsx';
import type { Load } from './parts.ts';
import { useLater } from './use-later.ts';

type Props<P extends object> = {
  load: Load<P>;
  props: P;
  /** Rows of the shape of what comes, and the height of one, px. */
  rows?: number;
  height: number;
};

/** A part of a screen whose code comes when it is wanted; on a line that is down it says so and can be tried again. */
export function LazyPart<P extends object>({ load, props, rows = 1, height }: Props<P>) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const Part = useLater(load, tries, () => setFailed(true));

  if (Part !== null) return <Part {...props} />;
  if (!failed) return <ListSkeleton rows={rows} height={height} />;
  const retry = () => {
    setFailed(false);
    setTries((count) => count + 1);
  };
  return <ErrorState message={NETWORK_MESSAGE} onRetry={retry} />;
}
