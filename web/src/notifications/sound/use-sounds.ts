import { useSyncExternalStore } from 'react';
import { askPermission } from '../arriving/browser-notification.ts';
import { playTone } from './play-tone.ts';
import { readSoundChoice, watchSoundChoice, writeSoundChoice } from './sound-choice.ts';

/** Whether to sound (null: not answered yet), and the answer to it, which is heard at once. */
export function useSounds(): [enabled: boolean | null, choose: (wanted: boolean) => void] {
  const enabled = useSyncExternalStore(watchSoundChoice, readSoundChoice, () => null);
  const choose = (wanted: boolean) => {
    writeSoundChoice(wanted);
    if (!wanted) return;
    void playTone();
    askPermission();
  };
  return [enabled, choose];
}
