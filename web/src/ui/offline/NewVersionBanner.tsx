import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './NewVersionBanner.module.css';

type Props = { onUpdate: () => void; onLater: () => void };

/** A new version waits: the person decides when, so that nothing is pulled from under their fingers. */
export default function NewVersionBanner({ onUpdate, onLater }: Props) {
  const [isUpdating, setUpdating] = useState(false);
  return (
    <section className={styles.banner} aria-label="Nouvelle version">
      <p className={styles.words} role="status">
        <IconRefresh size={20} aria-hidden="true" />
        Une nouvelle version d’Amasin est prête. Ce que vous avez écrit est gardé.
      </p>
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={onLater} disabled={isUpdating}>
          Plus tard
        </Button>
        <Button
          loading={isUpdating}
          onClick={() => {
            setUpdating(true);
            onUpdate();
          }}
        >
          Mettre à jour
        </Button>
      </div>
    </section>
  );
}
