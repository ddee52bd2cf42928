import { useSyncExternalStore } from 'react';
import { askPermission } from '../arriving/browser-notification.ts';
import { playTone } from './play-tone.ts';
import { readSoundChoice, watchSoundChoice, writeSoundChoice } from './sound-choice.ts';

/** The sound setting (null: not answered yet), and its setter, which plays a tone at once. */
export function useSounds(): [enabled: boolean | null, choose: (on: boolean) => void] {
  const enabled = useSyncExternalStore(watchSoundChoice, readSoundChoice, () => null);
  const choose = (on: boolean) => {
    writeSoundChoice(on);
    if (!on) return;
    void playTone();
    askPermission();
  };
  return [enabled, choose];
}
