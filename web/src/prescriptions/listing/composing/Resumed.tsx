import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import styles from './composing.module.css';

/** Said of a form that begins with what was typed before. */
export function Resumed({ onReset }: { onReset: () => void }) {
  return (
    <div className={styles.kept}>
      <Notice tone="neutral" icon={IconHistory} title="Nous avons gardé votre saisie">
        <Button variant="subtle" onClick={onReset}>
          Recommencer à zéro
        </Button>
      </Notice>
    </div>
  );
}
