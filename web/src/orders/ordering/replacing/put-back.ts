import { readStored, store } from '../../../lib/stored.ts';
import type { Draft } from '../draft/draft.ts';
import { DRAFT } from '../draft/use-draft.ts';
import { setAside } from './replaced.ts';

/** Writes an order with a photograph into the form again. The one that was begun there is set aside. */
export function putBack(personId: string, draft: Draft): void {
  setAside(personId, readStored(personId, DRAFT));
  store(personId, DRAFT, draft);
}
