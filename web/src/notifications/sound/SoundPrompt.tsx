import { Button } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import styles from './sound.module.css';

/** Shown above the list until it is answered (SPEC 2). */
export function SoundPrompt({ onAnswer }: { onAnswer: (wanted: boolean) => void }) {
  return (
    <section className={styles.prompt} aria-label="Sons">
      <strong className={styles.question}>
        <IconVolume size={20} stroke={1.75} aria-hidden="true" />
        Activer les sons ?
      </strong>
      <span className={styles.answers}>
        <Button variant="light" size="xs" onClick={() => onAnswer(true)}>
          Activer
        </Button>
        <Button variant="subtle" size="xs" onClick={() => onAnswer(false)}>
          Plus tard
        </Button>
      </span>
    </section>
  );
}
