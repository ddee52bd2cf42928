import { Button } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import styles from './sound.module.css';

/** Shown above the list until it is answered. */
export function SoundPrompt({ onChoose }: { onChoose: (on: boolean) => void }) {
  return (
    <section className={styles.prompt} aria-label="Sons">
      <strong className={styles.question}>
        <IconVolume size={20} stroke={1.75} aria-hidden="true" />
        Activer les sons ?
      </strong>
      <span className={styles.buttons}>
        <Button variant="light" size="xs" onClick={() => onChoose(true)}>
          Activer
        </Button>
        <Button variant="subtle" size="xs" onClick={() => onChoose(false)}>
          Plus tard
        </Button>
      </span>
    </section>
  );
}
