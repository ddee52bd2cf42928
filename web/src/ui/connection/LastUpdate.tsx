import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { formatRecent } from '../../lib/format/moment.ts';
import { useNow } from '../text/use-now.ts';

/** When the oldest data on the screen was loaded; nothing when there is none. */
export function LastUpdate() {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback(
    (listener: () => void) => cache.subscribe(() => queueMicrotask(listener)),
    [cache],
  );
  const at = useSyncExternalStore(
    watch,
    () => oldest(cache.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt)),
    () => null,
  );
  const now = useNow();
  if (at === null) return null;
  const text = formatRecent(new Date(at), now);
  return <span>{`Dernière mise à jour ${text.charAt(0).toLowerCase() + text.slice(1)}.`}</span>;
}

const oldest = (times: readonly number[]) =>
  times.reduce<number | null>((found, at) => (at === 0 ? found : Math.min(at, found ?? at)), null);
