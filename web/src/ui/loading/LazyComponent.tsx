import { type ComponentType, useRef, useState } from 'react';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { ListSkeleton } from '../feedback/ListSkeleton.tsx';
import { type Load, useLazy } from './use-lazy.ts';

type LazyProps<P extends object> = {
  load: Load<P>;
  props: P;
  /** The skeleton: number of rows, and the height of one in pixels. */
  rows?: number;
  height: number;
};

/** A component whose code is loaded on first render: a skeleton meanwhile, an error with « Réessayer » on failure. */
export function LazyComponent<P extends object>({ load, props, rows = 1, height }: LazyProps<P>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const Component = useLazy(load, { attempt, onFailure: () => setFailed(true) });
  if (Component !== null) return <Component {...props} />;
  if (!failed) return <ListSkeleton rows={rows} height={height} />;
  const retry = () => {
    setFailed(false);
    setAttempt((count) => count + 1);
  };
  return <ErrorState message={NETWORK_MESSAGE} onRetry={retry} />;
}

const none = {};

/** A lazy component without props: `lazyComponent(() => import('…').then((module) => module.Panel))`. */
export function lazyComponent(load: () => Promise<ComponentType<object>>, height = 480): ComponentType {
  return () => <LazyComponent load={load} props={none} height={height} />;
}

type DialogProps<P extends object> = {
  load: Load<P>;
  props: P;
  opened: boolean;
  onClose: () => void;
};

/** A dialog whose code is loaded when it first opens. On failure a toast is shown and it closes; opening it again retries. */
export function LazyDialog<P extends object>(dialog: DialogProps<P>) {
  const mounted = useRef(false);
  mounted.current ||= dialog.opened;
  return mounted.current ? <LoadedDialog {...dialog} /> : null;
}

function LoadedDialog<P extends object>({ load, props, opened, onClose }: DialogProps<P>) {
  const onFailure = () => {
    if (!opened) return;
    toast.error(NETWORK_MESSAGE);
    onClose();
  };
  const Dialog = useLazy(load, { enabled: opened, onFailure });
  return Dialog === null ? null : <Dialog {...props} />;
}
