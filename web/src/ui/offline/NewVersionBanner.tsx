import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { hasUnsent } from '../../lib/form/unsent.ts';
import styles from './NewVersionBanner.module.css';

type Props = { onUpdate: () => void; onLater: () => void };

/** The person decides when to update, because it reloads the page. */
export function NewVersionBanner({ onUpdate, onLater }: Props) {
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
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={onLater} disabled={isUpdating}>
          Plus tard
        </Button>
        <Button loading={isUpdating} onClick={update}>
          {isLosing ? 'Mettre à jour quand même' : 'Mettre à jour'}
        </Button>
      </div>
    </section>
  );
}
