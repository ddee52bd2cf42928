import { CHOSEN_FILE, readStored, store } from '../../../lib/stored.ts';
import { type Draft, hasChosen, readDraft } from '../draft/draft.ts';

/** Name of the orders that others have replaced in the form, the latest last. */
const REPLACED = 'replaced-drafts';
/** The most that are kept: local storage is small. */
const MAX_KEPT = 3;

interface Replaced {
  /** As it was stored: its address may follow the profile's. */
  readonly draft: unknown;
  /** Its photograph that is not uploaded yet. */
  readonly file: unknown;
}

function readAll(personId: string): Replaced[] {
  const stored = readStored(personId, REPLACED);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'object' && one !== null) : [];
}

const storeAll = (personId: string, all: readonly Replaced[]) =>
  store(personId, REPLACED, all.length === 0 ? null : all);

const isWorthKeeping = ({ draft, file }: Replaced): boolean => {
  const read = readDraft(draft, '');
  return read !== null && (hasChosen(read) || file !== null);
};

/** Takes the photograph that is not uploaded yet out of storage. */
function takeFile(personId: string): unknown {
  const file = readStored(personId, CHOSEN_FILE);
  store(personId, CHOSEN_FILE, null);
  return file;
}

/** Stores a draft that is about to be replaced, so that it can be taken up again. One without contents is not stored. */
export function setAside(personId: string, draft: unknown): void {
  const one = { draft, file: readStored(personId, CHOSEN_FILE) };
  if (!isWorthKeeping(one)) return;
  takeFile(personId);
  storeAll(personId, [...readAll(personId), one].slice(-MAX_KEPT));
}

/** @param usual the address of the profile */
export function readReplaced(personId: string, usual: string): Draft | null {
  return readDraft(readAll(personId).at(-1)?.draft, usual);
}

/**
 * Takes the order that was replaced last out, with its photograph.
 * @param current set aside instead, before the others, so that each is offered in turn
 */
export function takeReplaced(personId: string, usual: string, current?: Draft): Draft | null {
  const all = readAll(personId);
  const last = all.pop();
  const one = { draft: current, file: takeFile(personId) };
  storeAll(personId, current !== undefined && isWorthKeeping(one) ? [one, ...all] : all);
  store(personId, CHOSEN_FILE, (last?.file ?? null) as object | null);
  return readDraft(last?.draft, usual);
}

/** Removes the orders that were paid while another one was in the form. */
export function removeReplaced(personId: string, usual: string, isPaid: (draft: Draft) => boolean): void {
  const isOther = ({ draft }: Replaced) => {
    const read = readDraft(draft, usual);
    return read !== null && !isPaid(read);
  };
  storeAll(personId, readAll(personId).filter(isOther));
}
