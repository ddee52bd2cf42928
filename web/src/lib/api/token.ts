const KEY = 'token';
const listeners = new Set<() => void>();

// Some browsers refuse storage (private windows, full disk): the session then lasts as long as the page.
let fallback: string | null = null;

export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return fallback;
  }
}

/** Stores the session token, or removes it with null, and notifies the listeners. */
export function writeToken(token: string | null): void {
  fallback = token;
  try {
    if (token === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, token);
  } catch {
    // `fallback` is used instead.
  }
  for (const listener of listeners) listener();
}

/** Also called when another tab signs in or out. */
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
