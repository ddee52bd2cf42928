import { Button } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import styles from './sound.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { enabled: boolean; onChange: (on: boolean) => void };

/** Below the list, once the prompt was answered. */
export function SoundSwitch({ enabled, onChange }: Props) {
  return (
    <div className={styles.switch}>
      <Button
        variant="subtle"
        size="xs"
        leftSection={enabled ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
        onClick={() => onChange(!enabled)}
      >
        {enabled ? 'Couper les sons' : 'Activer les sons'}
      </Button>
    </div>
  );
}
