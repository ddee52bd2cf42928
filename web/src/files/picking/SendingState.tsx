import { Button, Text } from '@mantine/core';
import styles from './picking.module.css';

type Props = {
  /** From 0 to 1; null while the image is being shrunk. */
  progress: number | null;
  isWaiting: boolean;
  /** Stored on the device until it is uploaded; null where files are not stored. */
  isKept: boolean | null;
  onCancel: () => void;
};

/** The progress of an upload, or why it waits. */
export function SendingState({ progress, isWaiting, isKept, onCancel }: Props) {
  const percent = Math.floor((progress ?? 0) * 100);
  return (
    <div className={styles.sending}>
      <div className={styles.progress}>
        <Text size="xs" aria-hidden="true">
          {isWaiting && progress !== null ? waitingText(isKept) : wordsOf(progress, percent)}
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

const LOST = 'Connexion perdue : l’envoi reprend dès que possible.';

export function waitingText(isKept: boolean | null): string {
  if (isKept === null) return LOST;
  return isKept
    ? `${LOST} Gardé sur cet appareil.`
    : `${LOST} Trop lourd pour être gardé sur cet appareil : laissez cette page ouverte.`;
}

function wordsOf(progress: number | null, percent: number): string {
  if (progress === null) return 'Préparation du fichier…';
  return percent < 100 ? `Envoi… ${percent} %` : 'Vérification du fichier…';
}
