const KEY = 'soundEnabled';
const listeners = new Set<() => void>();

// Some browsers refuse storage (private windows, full disk): the choice then lasts as long as the page.
let held: string | null = null;

/** Null until the person has answered; sounds are off until then (SPEC 4). */
export function readSoundChoice(): boolean | null {
  let kept = held;
  try {
    kept = window.localStorage.getItem(KEY) ?? held;
  } catch {
    // `held` serves instead.
  }
  return kept === null ? null : kept === 'true';
}

export function writeSoundChoice(enabled: boolean): void {
  held = null;
  try {
    window.localStorage.setItem(KEY, String(enabled));
  } catch {
    held = String(enabled);
  }
  for (const listener of listeners) listener();
}

/** Also told when another tab has chosen. */
export function watchSoundChoice(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
