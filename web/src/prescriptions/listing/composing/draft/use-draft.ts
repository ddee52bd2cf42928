import { useEffect, useState } from 'react';
import { readStored, store } from '../../../../lib/storage/storage.ts';
import { type Draft, isSameDraft, readDraft } from './draft.ts';

/**
 * What is being written, kept on the device under this name until it is sent or the person logs out. `first` is what
 * the form begins with.
 */
export function useDraft(personId: string, name: string, first: Draft) {
  const [kept] = useState(() => readDraft(readStored(personId, name)));
  const [draft, setDraft] = useState<Draft>(kept ?? first);
  /** It was begun earlier, and nothing has been typed yet. */
  const [resumed, setResumed] = useState(kept !== null && !isSameDraft(kept, first));
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
    /** It has arrived: nothing is kept any more. */
    forget: () => {
      store(personId, name, null);
      setSent(true);
    },
  };
}
