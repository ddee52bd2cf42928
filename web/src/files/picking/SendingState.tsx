import { Button, Text } from '@mantine/core';
import styles from './picking.module.css';

type Props = {
  /** From 0 to 1; null while the image is being shrunk. */
  progress: number | null;
  isWaiting: boolean;
  onCancel: () => void;
};

/** The progress of an upload, or why it waits. */
export function SendingState({ progress, isWaiting, onCancel }: Props) {
  const percent = Math.floor((progress ?? 0) * 100);
  return (
    <div className={styles.sending}>
      <div className={styles.progress}>
        <Text size="xs" aria-hidden="true">
          {wordsOf(progress, isWaiting, percent)}
        </Text>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Envoi du fichier"
          aria-valuemin={0}
          aria-valuemax={100}
          {...(progress === null ? {} : { 'aria-valuenow': percent })}
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

function wordsOf(progress: number | null, isWaiting: boolean, percent: number): string {
  if (progress === null) return 'Préparation du fichier…';
  if (isWaiting) return 'Connexion perdue : l’envoi reprend dès que possible.';
  return percent < 100 ? `Envoi… ${percent} %` : 'Vérification du fichier…';
}
