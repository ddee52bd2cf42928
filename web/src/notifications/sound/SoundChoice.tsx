import { Button, Text } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useRef, useSyncExternalStore } from 'react';
import { askPermission } from '../arriving/browser-notification.ts';
import { playTone } from './play-tone.ts';
import styles from './sound.module.css';
import { readSoundChoice, watchSoundChoice, writeSoundChoice } from './sound-choice.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Asks once whether to sound; from then on, one button changes it. */
export function SoundChoice() {
  const enabled = useSyncExternalStore(watchSoundChoice, readSoundChoice, () => null);
  const place = useRef<HTMLDivElement>(null);
  const choose = (wanted: boolean) => {
    writeSoundChoice(wanted);
    // The answered question goes: the focus stays here.
    place.current?.focus();
    if (!wanted) return;
    void playTone();
    askPermission();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form
    <div ref={place} className={styles.place} role="group" aria-label="Sons" tabIndex={-1}>
      {enabled === null ? (
        <>
          <strong className={styles.question}>
            <IconVolume {...icon} />
            Activer les sons ?
          </strong>
          <Text size="xs" c="dimmed">
            Un son court vous prévient quand une notification arrive.
          </Text>
          <div className={styles.answers}>
            <Button variant="light" size="xs" onClick={() => choose(true)}>
              Activer
            </Button>
            <Button variant="subtle" size="xs" onClick={() => choose(false)}>
              Pas maintenant
            </Button>
          </div>
        </>
      ) : (
        <Button
          variant="subtle"
          size="xs"
          leftSection={enabled ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
          onClick={() => choose(!enabled)}
        >
          {enabled ? 'Couper les sons' : 'Activer les sons'}
        </Button>
      )}
    </div>
  );
}
