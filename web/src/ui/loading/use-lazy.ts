import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../connection/use-online.ts';

/** Imports the code of a component. The same function at every render; called again after a failure. */
export type Load<P extends object> = () => Promise<ComponentType<P>>;

const loaded = new WeakMap<object, unknown>();
const loading = new WeakMap<object, Promise<unknown>>();

type Options = {
  /** Waits until it is true, as for a dialog that is not open yet. */
  enabled?: boolean;
  /** A new value retries a failed load. */
  attempt?: unknown;
  /** Called after each failed load. */
  onFailure?: () => void;
};

/** Loads a component before it is shown. A failure is ignored: the component is loaded again when it is needed. */
export function preload<P extends object>(load: Load<P>): void {
  loadComponent(load).catch(() => null);
}

/**
 * A component whose code is loaded after the first render; null until then. A failed load is retried on the next page, when
 * the device is online again and when `attempt` or `enabled` changes. React's own `lazy` never retries after a failure, and
 * throws it during render.
 */
export function useLazy<P extends object>(
  load: Load<P>,
  { enabled = true, attempt, onFailure }: Options = {},
): ComponentType<P> | null {
  const [Component, setComponent] = useState<ComponentType<P> | null>(() => peek(load));
  const failure = useRef(onFailure);
  failure.current = onFailure;
  const online = useOnline();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page, a connection or a new attempt loads again
  useEffect(() => {
    if (Component !== null || !enabled) return;
    let unmounted = false;
    loadComponent(load).then(
      (component) => {
        if (!unmounted) setComponent(() => component);
      },
      () => {
        if (!unmounted) failure.current?.();
      },
    );
    return () => {
      unmounted = true;
    };
  }, [Component, online, pathname, enabled, attempt]);

  return Component;
}

/** The component when its code is already loaded, so that it renders at once. */
const peek = <P extends object>(load: Load<P>) => (loaded.get(load) as ComponentType<P> | undefined) ?? null;

// Concurrent calls share one load: Vite waits for a stylesheet only in the import that requests it first.
function loadComponent<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  const current = loading.get(load) as Promise<ComponentType<P>> | undefined;
  if (current !== undefined) return current;
  reloadFailedStyles();
  const started = load().then((component) => {
    loaded.set(load, component);
    return component;
  });
  loading.set(load, started);
  started.catch(() => loading.delete(load));
  return started;
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
