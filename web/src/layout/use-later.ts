import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../ui/connection/use-online.ts';

/**
 * A component whose code comes after the page; null until it is there. On a line that is down, the next page, the line or
 * another value of `asked` brings it.
 * @param load the same function at every render
 */
export function useLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  asked?: unknown,
  onLost?: () => void,
): ComponentType<P> | null {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const online = useOnline();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, a line that is back, or being asked tries again
  useEffect(() => {
    if (Part !== null) return;
    let left = false;
    load().then(
      (part) => {
        if (!left) setPart(() => part);
      },
      () => {
        if (!left) onLost?.();
      },
    );
    return () => {
      left = true;
    };
  }, [Part, online, pathname, asked]);
  return Part;
}
