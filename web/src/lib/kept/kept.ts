/**
 * What a screen keeps on the device for one person, so that a reload or a dead battery loses nothing: an order being
 * written, a payment being confirmed. Read back as unknown: the device is not ours.
 */
const PREFIX = 'kept:';

// Some browsers refuse storage (private windows, full disk): things are then kept as long as the page.
const held = new Map<string, string>();

const keyOf = (personId: string, name: string) => `${PREFIX}${personId}:${name}`;

export function readKept(personId: string, name: string): unknown {
  const key = keyOf(personId, name);
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? held.get(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keep(personId: string, name: string, value: object | null): void {
  const key = keyOf(personId, name);
  held.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== null) held.set(key, JSON.stringify(value));
  }
}

/** At log-out: the device may be somebody else's next. */
export function forgetKept(): void {
  held.clear();
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(PREFIX)) window.localStorage.removeItem(key);
    }
  } catch {
    // Nothing could be stored there either.
  }
}
