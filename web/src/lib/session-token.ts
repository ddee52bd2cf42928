const KEY = 'token';
const listeners = new Set<() => void>();

// Some browsers refuse storage (private windows, full disk): the session then lasts as long as the page.
let fallback: string | null = null;

export function readToken(): string | null {
  if (typeof window === 'undefined') return null;
  try {
    return fallback ?? window.localStorage.getItem(KEY);
  } catch {
    return fallback;
  }
}

/**
 * Stores the session token, or removes it with null, and notifies the listeners.
 * @returns whether it will be there after a reload
 */
export function writeToken(token: string | null): boolean {
  const isStored = storeToken(token);
  fallback = isStored ? null : token;
  for (const listener of listeners) listener();
  return isStored;
}

function storeToken(token: string | null): boolean {
  try {
    // First, so that a full storage does not keep the token of a former session.
    window.localStorage.removeItem(KEY);
    if (token !== null) window.localStorage.setItem(KEY, token);
    return true;
  } catch {
    return false;
  }
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
