import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../connection/use-online.ts';
import { bring, known, type Load } from './parts.ts';

/**
 * A component whose code comes after what surrounds it; null until it is there. On a line that is down, the next page, the
 * line or another value of `asked` brings it. Not `lazy` of React, which remembers a failure for good and throws it at the
 * page.
 * @param onLost hears of each try that failed
 */
export function useLater<P extends object>(
  load: Load<P>,
  asked?: unknown,
  onLost?: () => void,
): ComponentType<P> | null {
  const [Part, setPart] = useState<ComponentType<P> | null>(() => known(load));
  const lost = useRef(onLost);
  lost.current = onLost;
  const online = useOnline();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, a line that is back, or being asked tries again
  useEffect(() => {
    if (Part !== null) return;
    let left = false;
    bring(load).then(
      (part) => {
        if (!left) setPart(() => part);
      },
      () => {
        if (!left) lost.current?.();
      },
    );
    return () => {
      left = true;
    };
  }, [Part, online, pathname, asked]);
  return Part;
}
