import { useEffect, useState } from 'react';
import { keep, readKept } from '../../../lib/kept/kept.ts';
import { type Draft, type DraftLine, readDraft, restoreLine, setQuantity } from './draft.ts';

const NAME = 'order-draft';

export type RemovedLine = { line: DraftLine; index: number };

/** An order being written, kept on the device for this person until it is placed or they log out. */
export function useDraft(personId: string, usualAddress: string | null) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(readKept(personId, NAME)) ?? emptyDraft());
  const [removed, setRemoved] = useState<RemovedLine | null>(null);

  useEffect(() => {
    keep(
      personId,
      NAME,
      draft.lines.length > 0 || draft.zoneId !== null || draft.address !== '' ? draft : null,
    );
  }, [draft, personId]);

  function emptyDraft(): Draft {
    return { lines: [], zoneId: null, sector: null, address: usualAddress ?? '' };
  }

  return {
    draft,
    removed,
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
      keep(personId, NAME, null);
      setRemoved(null);
      setDraft(emptyDraft());
    },
  };
}
