import { useEffect, useState } from 'react';
import { readStored, store } from '../../lib/stored.ts';
import { isSameLines, readLines, type WrittenLine } from './written-line.ts';

type Draft = {
  lines: readonly WrittenLine[];
  /** The saved lines when the draft was started. */
  base: readonly WrittenLine[];
  /** The number of an existing prescription, instead of lines; null while lines are written. */
  code: string | null;
};

/**
 * A draft of the items, stored on the device for this user and order until it is saved: it survives a closed dialog, a
 * reload, and a colleague's save.
 */
export function useWriting(personId: string, subject: string, saved: readonly WrittenLine[]) {
  const name = `written:${subject}`;
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(readStored(personId, name)));
  useEffect(() => {
    store(personId, name, draft);
  }, [draft, personId, name]);

  const own = changedDraft(draft);
  const lines = own?.lines ?? saved;
  const code = draft?.code ?? null;
  const isChanged = !isSameLines(lines, saved);
  const update = (change: Partial<Draft>) =>
    setDraft((before) => {
      const { lines, base } = changedDraft(before) ?? { lines: saved, base: saved };
      const next = { lines, base, code: before?.code ?? null, ...change };
      return next.code === null && isSameLines(next.lines, saved) ? null : next;
    });

  return {
    lines,
    code,
    isChanged,
    /** Other items were saved since the draft was started. */
    isOutdated: isChanged && own !== null && !isSameLines(own.base, saved),
    write: (next: readonly WrittenLine[]) => update({ lines: next }),
    writeCode: (next: string | null) => update({ code: next }),
    /** Keeps the draft, based on the items saved meanwhile. */
    rebase: () => update({ base: saved }),
    clear: () => {
      // Not in an effect: the form may be unmounted before the next render.
      store(personId, name, null);
      setDraft(null);
    },
  };
}

/** Null for an unchanged draft: the saved lines are shown, even when they change. */
function changedDraft(draft: Draft | null): Draft | null {
  return draft === null || isSameLines(draft.lines, draft.base) ? null : draft;
}

function readDraft(stored: unknown): Draft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { lines, base, code } = stored as Partial<Record<keyof Draft, unknown>>;
  const own = readLines(lines);
  const before = readLines(base);
  if (own === null || before === null) return null;
  return { lines: own, base: before, code: typeof code === 'string' ? code : null };
}
