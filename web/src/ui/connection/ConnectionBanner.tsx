import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './ConnectionBanner.module.css';
import { useOnline } from './use-online.ts';

const BACK_MS = 4000;

/** Says when the line is lost, and that it is back. */
export function ConnectionBanner() {
  const online = useOnline();
  const [wasLost, setWasLost] = useState(false);

  useEffect(() => {
    if (!online) setWasLost(true);
    if (!online || !wasLost) return;
    const timer = setTimeout(() => setWasLost(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [online, wasLost]);

  return (
    <div role="status" className={styles.place}>
      {online ? null : (
        <p className={styles.banner} data-lost="true">
          <IconWifiOff size={20} aria-hidden="true" />
          Vous êtes hors connexion. Ce que vous avez écrit est gardé ; la page se met à jour au retour du
          réseau.
        </p>
      )}
      {online && wasLost ? (
        <p className={styles.banner}>
          <IconWifi size={20} aria-hidden="true" />
          Connexion rétablie.
        </p>
      ) : null}
    </div>
  );
}
