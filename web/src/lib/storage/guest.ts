import { readStored, store } from './storage.ts';

/** Under this, in place of a person, a visitor's order draft is stored. */
export const GUEST = 'guest';
const DRAFT = 'order-draft';

/** The name of the draft that a person began as a visitor, stored for them. */
export const GUEST_DRAFT = 'guest-draft';

/** Moves the visitor's order draft to the person who has just signed in. */
export function handOver(personId: string): void {
  const draft = readStored(GUEST, DRAFT);
  if (typeof draft === 'object' && draft !== null) store(personId, GUEST_DRAFT, draft);
  store(GUEST, DRAFT, null);
}
