import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './ConnectionBanner.module.css';
import { LastUpdate } from './LastUpdate.tsx';
import { useOnline } from './use-online.ts';

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
