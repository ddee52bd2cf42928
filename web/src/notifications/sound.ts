import type { Notification as Arrived } from '@amasin/domain/notifications/notification.ts';

const VOLUME = 0.5;
/** Two rising notes (A5, E6): hertz, and seconds from the beginning. */
const notes = [
  { pitch: 880, start: 0 },
  { pitch: 1318.5, start: 0.12 },
] as const;
const RISE_S = 0.01;
const LAST_S = 0.3;

let audio: AudioContext | null = null;

/** Plays a short synthesised tone: no file to load. Silent where audio is not available. */
export async function playTone(): Promise<void> {
  // Before the first interaction the browser defers sounds, and would play this one late.
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    await audio.resume();
    for (const { pitch, start } of notes) playNote(audio, pitch, audio.currentTime + start);
  } catch {
    // No audio device.
  }
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + RISE_S);
  // Fades out: a sudden end would click.
  volume.gain.exponentialRampToValueAtTime(0.001, at + LAST_S);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + LAST_S);
}

const KEY = 'soundEnabled';
const listeners = new Set<() => void>();

// The fallback where storage fails (private windows, full disk): the choice then lasts as long as the page.
let memory: string | null = null;

/** Null until the prompt is answered; sounds are off until then. */
export function readSoundChoice(): boolean | null {
  let value = memory;
  try {
    value = window.localStorage.getItem(KEY) ?? memory;
  } catch {
    // `memory` is used instead.
  }
  return value === null ? null : value === 'true';
}

export function writeSoundChoice(enabled: boolean): void {
  memory = null;
  try {
    window.localStorage.setItem(KEY, String(enabled));
  } catch {
    memory = String(enabled);
  }
  for (const listener of listeners) listener();
}

/** Also called when another tab changes it. */
export function watchSoundChoice(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Asks for permission to show notifications; only after a click, and only when not answered yet. */
export function askPermission(): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  Promise.resolve(Notification.requestPermission()).catch(() => null);
}

/** Shows it as a notification of the device, if permitted. Only the title: a locked screen may be read by others. */
export function showOnDevice({ _id, title }: Arrived): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    // The tag makes two tabs show it once.
    const shown = new Notification(title, { tag: _id, lang: 'fr', icon: '/icon-192.png' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Chrome on Android allows this only to service workers: the toast is enough.
  }
}
