import { Button, Paper } from '@mantine/core';
import { IconCurrentLocation, IconMoonStars } from '@tabler/icons-react';
import type { Choice } from './choice.ts';
import styles from './finding.module.css';
import { RadiusField } from './RadiusField.tsx';

const icon = { size: 20, 'aria-hidden': true } as const;

type Props = {
  choice: Choice;
  onChange: (change: Partial<Choice>) => void;
  /** Whether the search looks from the person's own position. */
  near: boolean;
  asking: boolean;
  onNear: () => void;
};

/** What is looked for: how far, from where, and only those on duty. */
export function FindBar({ choice, onChange, near, asking, onNear }: Props) {
  return (
    <Paper role="search" aria-label="Chercher une pharmacie" withBorder radius="lg" className={styles.bar}>
      <RadiusField
        value={choice.radius}
        onChange={(radius) => onChange({ radius })}
        // Those on duty are few: all of them are shown.
        disabled={choice.duty}
      />
      <div className={styles.buttons}>
        <Button
          variant={near ? 'light' : 'filled'}
          leftSection={<IconCurrentLocation {...icon} />}
          loading={asking}
          onClick={onNear}
        >
          Près de moi
        </Button>
        <Button
          variant={choice.duty ? 'filled' : 'default'}
          leftSection={<IconMoonStars {...icon} />}
          aria-pressed={choice.duty}
          onClick={() => onChange({ duty: !choice.duty })}
        >
          Pharmacies de garde
        </Button>
      </div>
    </Paper>
  );
}
