import { useEffect, useState } from 'react';
import { onStored, randomName, readStored, store } from '../../../lib/storage/storage.ts';
import {
  type Draft,
  type DraftLine,
  isBegun,
  newDraft,
  readDraft,
  restoreLine,
  setQuantity,
} from './draft.ts';

const NAME = 'order-draft';

export type RemovedLine = { line: DraftLine; index: number };

export type KeptDraft = ReturnType<typeof useDraft>;

/**
 * An order being written, kept on the device for this person until it is placed or they log out. It begins with the
 * profile's address (null: none); as long as no other one is written, what changes in the profile changes here.
 */
export function useDraft(personId: string, usualAddress: string | null) {
  // What this draft began with, even where the profile changes meanwhile.
  const [usual] = useState(usualAddress ?? '');
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(readStored(personId, NAME), usual) ?? newDraft(usual),
  );
  const [removed, setRemoved] = useState<RemovedLine | null>(null);

  useEffect(() => {
    store(personId, NAME, isBegun(draft, usual) ? { ...draft, usual } : null);
  }, [draft, personId, usual]);

  // One basket in all tabs: what another one writes, or has paid, is so here too.
  useEffect(
    () =>
      onStored(personId, NAME, () => {
        setRemoved(null);
        setDraft(readDraft(readStored(personId, NAME), usual) ?? newDraft(usual));
      }),
    [personId, usual],
  );

  const renameBasket = (basketId = randomName()) => setDraft((before) => ({ ...before, basketId }));

  return {
    draft,
    removed,
    /** Without a name, a new one: what is written becomes another basket. */
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
    clear: () => {
      // At once: the page may be left before the next picture.
      store(personId, NAME, null);
      setRemoved(null);
      setDraft(newDraft(usual));
    },
  };
}
