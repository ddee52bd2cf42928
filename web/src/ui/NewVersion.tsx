import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hasUnsent } from '../lib/unsent.ts';
import { useQuiet } from '../lib/use-quiet.ts';
import styles from './NewVersion.module.css';

type Props = { onUpdate: () => void; onLater: () => void };

/** The person decides when to update, because it reloads the page. */
function NewVersionBanner({ onUpdate, onLater }: Props) {
  const [isUpdating, setUpdating] = useState(false);
  const [isLosing, setLosing] = useState(false);
  const update = () => {
    if (!isLosing && hasUnsent()) return setLosing(true);
    setUpdating(true);
    onUpdate();
  };
  return (
    <section className={styles.banner} aria-label="Nouvelle version">
      <p className={styles.text} role="status">
        <IconRefresh size={20} aria-hidden="true" />
        <span>
          {isLosing
            ? 'La mise à jour efface le formulaire commencé. Envoyez-le d’abord.'
            : 'Une nouvelle version d’Amasin est prête. La page sera rechargée.'}
        </span>
      </p>
      <Group gap={8} wrap="nowrap" ms="auto">
        <Button variant="subtle" color="gray" onClick={onLater} disabled={isUpdating}>
          Plus tard
        </Button>
        <Button loading={isUpdating} onClick={update}>
          {isLosing ? 'Mettre à jour quand même' : 'Mettre à jour'}
        </Button>
      </Group>
    </section>
  );
}

/** While someone signs in, the files of the next page come first. */
const ENTRANCES = ['/login', '/register', '/admin'];

/** Installs the service worker once the page and its data are loaded, and offers a new version when one is waiting. */
export function NewVersion() {
  const [activate, setActivate] = useState<(() => void) | null>(null);
  const { pathname } = useLocation();
  const isQuiet = useQuiet(!ENTRANCES.includes(pathname));

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isQuiet) return;
    const start = () => {
      import('../lib/versions.ts')
        .then(({ watchVersions }) => watchVersions((act) => setActivate(() => act)))
        // The page works without it; the next visit tries again.
        .catch(() => undefined);
    };
    if (document.readyState === 'complete') return start();
    window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, [isQuiet]);

  return activate === null ? null : (
    <NewVersionBanner onUpdate={activate} onLater={() => setActivate(null)} />
  );
}
