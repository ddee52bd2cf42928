import { useEffect } from 'react';
import { playTone, readSoundChoice } from '../notifications/sound.ts';

/** The tone is played, and the title of the tab changed, each time after so long, ms. */
export const RING_MS = 3000;

/** Rings while something waits that nobody has seen: the tone, if sounds are on, and the title of the tab, in turn with its own. */
export function useRing(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const title = `(${count}) ${count === 1 ? 'Demande' : 'Demandes'} · Amasin`;
    let usual = document.title;
    const ring = () => {
      if (readSoundChoice() === true) void playTone();
      if (document.title === title) {
        document.title = usual;
        return;
      }
      // The page may have got another one meanwhile.
      usual = document.title;
      document.title = title;
    };
    ring();
    const timer = setInterval(ring, RING_MS);
    return () => {
      clearInterval(timer);
      if (document.title === title) document.title = usual;
    };
  }, [count]);
}
