import { Button, Text } from '@mantine/core';
import styles from './picking.module.css';

type Props = {
  /** From 0 to 1; null while the image is shrunk. */
  share: number | null;
  waiting: boolean;
  onCancel: () => void;
};

/** The progress of an upload, or why it waits. */
export function SendingState({ share, waiting, onCancel }: Props) {
  const percent = Math.floor((share ?? 0) * 100);
  return (
    <div className={styles.sending}>
      <div className={styles.progress}>
        <Text size="xs" aria-hidden="true">
          {wordsOf(share, waiting, percent)}
        </Text>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Envoi du fichier"
          aria-valuemin={0}
          aria-valuemax={100}
          {...(share === null ? {} : { 'aria-valuenow': percent })}
          data-waiting={share === null || waiting}
        >
          <div className={styles.barDone} style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button variant="default" onClick={onCancel}>
        Annuler
      </Button>
    </div>
  );
}

function wordsOf(share: number | null, waiting: boolean, percent: number): string {
  if (share === null) return 'Préparation du fichier…';
  if (waiting) return 'Connexion perdue : l’envoi reprend dès que possible.';
  return percent < 100 ? `Envoi… ${percent} %` : 'Vérification du fichier…';
}
