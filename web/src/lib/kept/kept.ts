/**
 * What a screen keeps on the device for one person, so that a reload or a dead battery loses nothing: an order being
 * written, a payment being confirmed. Read back as unknown: the device is not ours.
 */
const PREFIX = 'kept:';
/** Names of what was read of the server, for a device without a network. */
const SEEN = 'seen-';

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

/** At the end of a session: what was read of the server is nobody's any more; what was being written stays. */
export function forgetSeen(): void {
  const isSeen = (key: string) => key.split(':')[2]?.startsWith(SEEN) ?? false;
  for (const key of [...held.keys()].filter(isSeen)) held.delete(key);
  forgetWhere(isSeen);
}

/** At log-out: the device may be somebody else's next. */
export function forgetKept(): void {
  held.clear();
  forgetWhere(() => true);
}

function forgetWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(PREFIX) && isMeant(key)) window.localStorage.removeItem(key);
    }
  } catch {
    // Nothing could be stored there either.
  }
}
