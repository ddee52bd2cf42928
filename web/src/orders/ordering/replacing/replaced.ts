import { CHOSEN_FILE, readStored, store } from '../../../lib/storage/storage.ts';
import { type Draft, hasChosen, readDraft } from '../draft/draft.ts';

/** Names of the order that another one has replaced in the form, and of its photograph that is not uploaded yet. */
const REPLACED = 'replaced-draft';
const REPLACED_FILE = 'replaced-file';

/** Stores a draft that is about to be replaced, so that it can be taken up again. One without contents is not stored. */
export function setAside(personId: string, stored: unknown): void {
  const draft = readDraft(stored, '');
  const file = readStored(personId, CHOSEN_FILE);
  if (draft === null || (!hasChosen(draft) && file === null)) return;
  // As it was stored: its address may follow the profile's.
  store(personId, REPLACED, stored as object);
  move(personId, CHOSEN_FILE, REPLACED_FILE);
}

/** @param usual the address of the profile */
export function readReplaced(personId: string, usual: string): Draft | null {
  return readDraft(readStored(personId, REPLACED), usual);
}

/**
 * Takes the replaced order out, with its photograph.
 * @param current set aside instead if it has a photograph: then it exists nowhere else
 */
export function takeReplaced(personId: string, usual: string, current?: Draft): Draft | null {
  const replaced = readReplaced(personId, usual);
  const file = readStored(personId, CHOSEN_FILE);
  const isKept = current !== undefined && (current.fileKey !== null || file !== null);
  store(personId, REPLACED, isKept ? current : null);
  move(personId, REPLACED_FILE, CHOSEN_FILE);
  if (isKept) store(personId, REPLACED_FILE, file as object | null);
  return replaced;
}

function move(personId: string, from: string, to: string): void {
  const value = readStored(personId, from) as object | null;
  // First: local storage is small.
  store(personId, from, null);
  store(personId, to, value);
}
