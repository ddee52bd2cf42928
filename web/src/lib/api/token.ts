const KEY = 'token';
const listeners = new Set<() => void>();

// Some browsers refuse storage (private windows, full disk): the session then lasts as long as the page.
let held: string | null = null;

export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return held;
  }
}

/** Stores or, with null, removes the session token, and tells those who watch it. */
export function writeToken(token: string | null): void {
  held = token;
  try {
    if (token === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, token);
  } catch {
    // `held` serves instead.
  }
  for (const listener of listeners) listener();
}

/** Also told when another tab signs in or out. */
export function watchToken(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}
