import { useEffect, useState } from 'react';
import { readStored, store } from '../../../../lib/stored.ts';
import { type Draft, isSameDraft, readDraft } from './draft.ts';

/**
 * A draft stored on the device under this name until it is sent or the user signs out. `first` is the initial state of
 * the form.
 */
export function useDraft(personId: string, name: string, first: Draft) {
  const [stored] = useState(() => readDraft(readStored(personId, name)));
  const [draft, setDraft] = useState<Draft>(stored ?? first);
  /** Starts with a stored draft, unchanged so far. */
  const [resumed, setResumed] = useState(stored !== null && !isSameDraft(stored, first));
  const [sent, setSent] = useState(false);

  useEffect(() => {
    store(personId, name, sent || isSameDraft(draft, first) ? null : draft);
  }, [draft, first, name, personId, sent]);

  return {
    draft,
    resumed,
    change: (part: Partial<Draft>) => {
      setResumed(false);
      setDraft((now) => ({ ...now, ...part }));
    },
    reset: () => {
      setResumed(false);
      setDraft(first);
    },
    /** Deletes the stored draft. */
    forget: () => {
      store(personId, name, null);
      setSent(true);
    },
  };
}
