import { useEffect, useState } from 'react';
import { CHOSEN_FILE, GUEST_DRAFT, onStored, randomName, readStored, store } from '../../lib/stored.ts';
import {
  addBasket,
  type Draft,
  type DraftLine,
  hasChosen,
  isBegun,
  newDraft,
  readDraft,
  restoreLine,
  setQuantity,
} from './draft.ts';

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

export const DRAFT = 'order-draft';

export type RemovedLine = { line: DraftLine; index: number };

export type StoredDraft = ReturnType<typeof useDraft>;

/**
 * The draft of an order, stored on the device for this user until it is placed or they sign out. Its address is the
 * profile's, if any, and follows it until another one is typed. What they put in the basket before they signed in is
 * added to it.
 */
export function useDraft(personId: string, usualAddress: string | null) {
  // Initial value: it must not change with the profile while the form is open.
  const [usual] = useState(usualAddress ?? '');
  const [draft, setDraft] = useState<Draft>(() =>
    addBasket(
      readDraft(readStored(personId, DRAFT), usual) ?? newDraft(usual),
      readDraft(readStored(personId, GUEST_DRAFT), ''),
    ),
  );
  const [removed, setRemoved] = useState<RemovedLine | null>(null);

  useEffect(() => {
    store(personId, DRAFT, isBegun(draft, usual) ? { ...draft, usual } : null);
    // What they chose as a visitor is in the draft now.
    store(personId, GUEST_DRAFT, null);
  }, [draft, personId, usual]);

  // Syncs the draft with other tabs.
  useEffect(
    () =>
      onStored(personId, DRAFT, () => {
        setRemoved(null);
        setDraft(readDraft(readStored(personId, DRAFT), usual) ?? newDraft(usual));
      }),
    [personId, usual],
  );

  const renameBasket = (basketId = randomName()) => setDraft((before) => ({ ...before, basketId }));

  return {
    draft,
    removed,
    /** Without an id, turns the draft into a new basket. */
    renameBasket,
    change: (next: (draft: Draft) => Draft) => {
      setRemoved(null);
      setDraft(next);
    },
    changeQuantity: (medicationId: string, quantity: number) => {
      const index = draft.lines.findIndex((line) => line.medicationId === medicationId);
      const line = draft.lines[index];
      setRemoved(quantity <= 0 && line !== undefined ? { line, index } : null);
      setDraft(setQuantity(draft, medicationId, quantity));
    },
    undoRemoval: () => {
      if (removed !== null) setDraft(restoreLine(draft, removed.line, removed.index));
      setRemoved(null);
    },
    /** Another order was paid: it is offered no more, and this one is a new basket. */
    forgetPaid: (isPaid: (replaced: Draft) => boolean) => {
      removeReplaced(personId, usual, isPaid);
      renameBasket();
    },
    /** After it is placed. An order that it replaced is the begun one again. */
    clear: () => {
      const replaced = takeReplaced(personId, usual);
      // Not in an effect: the page may be unmounted before the next render.
      store(personId, DRAFT, replaced);
      setRemoved(null);
      setDraft(replaced ?? newDraft(usual));
    },
  };
}

/** Writes an order with a photograph into the form again. The one that was begun there is set aside. */
export function putBack(personId: string, draft: Draft): void {
  setAside(personId, readStored(personId, DRAFT));
  store(personId, DRAFT, draft);
}
