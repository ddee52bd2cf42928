/**
 * Navigation state that the pages to sign in, sign up and reset a password pass to each other: the URL to open afterwards,
 * the phone number already typed, and the sign-in page of professionals when they come from it. It survives a reload and is not in
 * the URL.
 */
type EntranceState = { from?: string; phone?: string; door?: Door; typed?: Typed };

/** What is typed to sign up, but no password. */
type Typed = { name: string; phone: string; email: string; address: string };

type Door = '/login' | '/admin';

/** The state for the next of these pages. */
export function entranceState(state: unknown, typedPhone = ''): EntranceState {
  const { from, phone, door } = partsOf(state);
  const known = typedPhone.trim() || phone;
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof known === 'string' && known !== '' && { phone: known }),
    ...(door === '/admin' && { door }),
  };
}

/** The sign-in page to return to. */
export function doorOf(state: unknown): Door {
  return entranceState(state).door ?? '/login';
}

/** The phone number typed on the previous page, or ''. */
export function typedPhone(state: unknown): string {
  return entranceState(state).phone ?? '';
}

/** What was typed to sign up, before a reload. */
export function typedToSignUp(state: unknown): Partial<Typed> {
  const { typed } = partsOf(state);
  const isText = (entry: [string, unknown]): entry is [keyof Typed, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(partsOf(typed)).filter(isText));
}

/** Why the session has ended, for the sign-in page; null when it has not. */
export function endedIn(state: unknown): string | null {
  const { ended } = partsOf(state);
  return typeof ended === 'string' ? ended : null;
}

export function partsOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}

// In memory only: a password is neither stored nor in the history.
let registered: { phone: string; password: string } | null = null;

/** Remembers the password of a new account for the sign-in page that follows. */
export function rememberPassword(phone: string, password: string): void {
  registered = { phone, password };
}

/** The password with which this number has just signed up, once; else ''. */
export function takePassword(phone: string): string {
  const password = registered?.phone === phone ? registered.password : '';
  registered = null;
  return password;
}
