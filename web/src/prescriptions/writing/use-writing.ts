import { useEffect, useState } from 'react';
import { readStored, store } from '../../lib/storage/storage.ts';
import { isSameLines, readLines, type WrittenLine } from './written-line.ts';

type Draft = {
  lines: readonly WrittenLine[];
  /** What stood written when this was begun. */
  base: readonly WrittenLine[];
  /** The number of a prescription that exists, in the place of lines; null while lines are written. */
  code: string | null;
};

/**
 * A prescription being written or corrected, kept on the device for this person and this subject until it is saved:
 * a dialog closed by mistake, a reload and a colleague who was faster lose nothing.
 */
export function useWriting(personId: string, subject: string, saved: readonly WrittenLine[]) {
  const name = `written:${subject}`;
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(readStored(personId, name)));
  useEffect(() => store(personId, name, draft), [draft, personId, name]);

  const own = ownOf(draft);
  const lines = own?.lines ?? saved;
  const code = draft?.code ?? null;
  const isChanged = !isSameLines(lines, saved);
  const put = (change: Partial<Draft>) =>
    setDraft((before) => {
      const { lines, base } = ownOf(before) ?? { lines: saved, base: saved };
      const next = { lines, base, code: before?.code ?? null, ...change };
      return next.code === null && isSameLines(next.lines, saved) ? null : next;
    });

  return {
    lines,
    code,
    isChanged,
    /** Something else has been saved since this was begun. */
    isBehind: isChanged && own !== null && !isSameLines(own.base, saved),
    write: (next: readonly WrittenLine[]) => put({ lines: next }),
    writeCode: (next: string | null) => put({ code: next }),
    /** Knows what has been saved meanwhile, and goes on with its own. */
    keepOwn: () => put({ base: saved }),
    clear: () => {
      // At once: the form may be closed before the next picture.
      store(personId, name, null);
      setDraft(null);
    },
  };
}

/** Where nothing was changed, what is saved counts, also when it changes. */
function ownOf(draft: Draft | null): Draft | null {
  return draft === null || isSameLines(draft.lines, draft.base) ? null : draft;
}

function readDraft(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { lines, base, code } = kept as Partial<Record<keyof Draft, unknown>>;
  const [own, before] = [readLines(lines), readLines(base)];
  if (own === null || before === null) return null;
  return { lines: own, base: before, code: typeof code === 'string' ? code : null };
}
