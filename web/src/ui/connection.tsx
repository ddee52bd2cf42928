import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { formatRecent } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { useOnline } from '../lib/use-online.ts';
import styles from './connection.module.css';

/** When the oldest data on the screen was loaded; nothing when there is none. */
function LastUpdate() {
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

const ONLINE_AGAIN_MS = 4000;

/** Shown while offline, and for a moment when online again. */
export function ConnectionBanner() {
  const online = useOnline();
  const [wasOffline, setWasOffline] = useState(false);

  useEffect(() => {
    if (!online) setWasOffline(true);
    if (!online || !wasOffline) return;
    const timer = setTimeout(() => setWasOffline(false), ONLINE_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [online, wasOffline]);

  return (
    <div role="status" className={styles.place}>
      {online ? null : (
        <p className={styles.banner} data-lost="true">
          <IconWifiOff size={20} aria-hidden="true" />
          <span>
            Vous êtes hors connexion. Ce que vous avez écrit est gardé ; la page se met à jour au retour du
            réseau.
            <LastUpdate />
          </span>
        </p>
      )}
      {online && wasOffline ? (
        <p className={styles.banner}>
          <IconWifi size={20} aria-hidden="true" />
          Connexion rétablie.
        </p>
      ) : null}
    </div>
  );
}
