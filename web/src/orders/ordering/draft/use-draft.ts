import { useEffect, useState } from 'react';
import { GUEST_DRAFT, onStored, randomName, readStored, store } from '../../../lib/stored.ts';
import { removeReplaced, takeReplaced } from '../replacing/replaced.ts';
import {
  addBasket,
  type Draft,
  type DraftLine,
  isBegun,
  newDraft,
  readDraft,
  restoreLine,
  setQuantity,
} from './draft.ts';

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
