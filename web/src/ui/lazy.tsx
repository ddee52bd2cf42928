import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { NETWORK_MESSAGE } from '../lib/api-error.ts';
import { toast } from '../lib/toast.tsx';
import { useOnline } from '../lib/use-online.ts';
import { ErrorState, ListSkeleton } from './feedback.tsx';

/** `() => import('./Map.tsx').then((module) => module.Map)`. Called again after a failure. */
type Load<P extends object> = () => Promise<ComponentType<P>>;

interface Code<P extends object> {
  /** The component once its code is here: it then renders at once. */
  component: ComponentType<P> | null;
  /** Concurrent calls share one load: Vite waits for a stylesheet only in the import that requests it first. */
  fetch(): Promise<ComponentType<P>>;
}

function codeOf<P extends object>(load: Load<P>): Code<P> {
  let loading: Promise<ComponentType<P>> | null = null;
  const code: Code<P> = {
    component: null,
    fetch() {
      if (loading !== null) return loading;
      reloadFailedStyles();
      loading = load().then((component) => {
        code.component = component;
        return component;
      });
      loading.catch(() => {
        loading = null;
      });
      return loading;
    },
  };
  return code;
}

/**
 * Null until the code is here. A failed load is retried on the next page, when the device is online again and when `attempt`
 * or `enabled` changes. React's own `lazy` never retries after a failure, and throws it during render.
 */
function useCode<P extends object>(
  code: Code<P>,
  { enabled = true, attempt = 0, onFailure }: { enabled?: boolean; attempt?: number; onFailure?: () => void },
): ComponentType<P> | null {
  const [component, setComponent] = useState(() => code.component);
  const failure = useRef(onFailure);
  failure.current = onFailure;
  const online = useOnline();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, a connection or a new attempt loads again
  useEffect(() => {
    if (component !== null || !enabled) return;
    let unmounted = false;
    code.fetch().then(
      (fetched) => {
        if (!unmounted) setComponent(() => fetched);
      },
      () => {
        if (!unmounted) failure.current?.();
      },
    );
    return () => {
      unmounted = true;
    };
  }, [component, online, pathname, enabled, attempt]);

  return component;
}

interface Skeleton {
  rows?: number;
  /** The height of one row, in pixels. */
  height: number;
}

/** Props of the component shown while the code is loading, or could not be loaded. */
export interface Waiting {
  failed: boolean;
  retry: () => void;
}

/**
 * A component whose code is loaded when it is first shown.
 * @param meanwhile the skeleton that is shown until then, and after a failure an error with « Réessayer »; or a component that
 * shows both; without it nothing is shown, for what a page can be used without
 */
export function lazyWithRetry<P extends object>(
  load: Load<P>,
  meanwhile?: Skeleton | ComponentType<P & Waiting>,
): ComponentType<P> & { preload: () => void } {
  const code = codeOf(load);
  function LoadedLater(props: P) {
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    const Loaded = useCode(code, { attempt, onFailure: () => setFailed(true) });
    if (Loaded !== null) return <Loaded {...props} />;
    const retry = () => {
      setFailed(false);
      setAttempt((count) => count + 1);
    };
    if (meanwhile === undefined) return null;
    if (typeof meanwhile === 'function') {
      const Meanwhile = meanwhile;
      return <Meanwhile {...props} failed={failed} retry={retry} />;
    }
    if (failed) return <ErrorState message={NETWORK_MESSAGE} onRetry={retry} />;
    return <ListSkeleton rows={meanwhile.rows ?? 1} height={meanwhile.height} />;
  }
  return Object.assign(LoadedLater, { preload: () => void code.fetch().catch(() => null) });
}

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code is loaded when it first opens. On failure a toast is shown and it closes; opening it again retries.
 * `preload()` loads it before it opens.
 */
export function lazyDialog<P extends object>(
  load: Load<P>,
): ComponentType<P & DialogProps> & { preload: () => void } {
  const code = codeOf(load);
  function OpenedLater(props: P & DialogProps) {
    const { opened, onClose } = props;
    // Once opened it stays mounted, for its closing transition.
    const wasOpened = useRef(false);
    wasOpened.current ||= opened;
    const onFailure = () => {
      if (!opened) return;
      toast.error(NETWORK_MESSAGE);
      onClose();
    };
    const Dialog = useCode(code, { enabled: opened, onFailure });
    return Dialog === null || !wasOpened.current ? null : <Dialog {...props} />;
  }
  return Object.assign(OpenedLater, { preload: () => void code.fetch().catch(() => null) });
}

// Vite treats a stylesheet that it has requested once as loaded, so a second import would render without styles.
const failedStyles = new Set<HTMLLinkElement>();

function reloadFailedStyles(): void {
  for (const link of failedStyles) link.replaceWith(link.cloneNode());
  failedStyles.clear();
}

if (typeof window !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Load errors of elements do not bubble: only the capture phase sees them.
  window.addEventListener('error', note, true);
}
