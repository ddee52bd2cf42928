import type { ReadSession, Sessions } from '../ports/sessions.ts';

/** How long a session is remembered at most, ms: if an announcement were lost, it would count this long. */
const REMEMBER_MS = 5_000;
/** Some 10 MB. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers sessions for a few seconds, so that most requests read none. A revocation in this process forgets them before
 * its response; one in another process does when PostgreSQL announces it, a few milliseconds later.
 */
export function rememberSessions(): Sessions {
  const remembered = new Map<string, ReadSession & { readonly readAt: number }>();
  let isListening = false;
  // Counts what was forgotten: a session that was read before is not remembered after.
  let changes = 0;

  const forget = (users?: readonly string[]) => {
    changes += 1;
    if (users === undefined) remembered.clear();
    for (const [hash, { user }] of remembered) if (users?.includes(user.id)) remembered.delete(hash);
  };

  return {
    forget,
    setListening: (listening) => {
      isListening = listening;
      forget();
    },
    find: async (hash, now, { suffices, load }) => {
      const known = remembered.get(hash);
      const age = known === undefined ? 0 : now.getTime() - known.readAt;
      // The clock may have been set back.
      const counts = known !== undefined && age >= 0 && age < REMEMBER_MS && known.expiresAt > now;
      if (counts && suffices(known)) return known;
      const before = changes;
      const session = await load();
      if (session === null || !isListening || changes !== before) return session;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(hash, { ...session, readAt: now.getTime() });
      return session;
    },
  };
}
