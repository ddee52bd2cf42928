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
