import { useState } from 'react';
import { readStored, store } from '../../lib/stored.ts';

export type ComposerDraft = { text: string; file: string | null };

const empty: ComposerDraft = { text: '', file: null };

/** The message being written, stored on the device for this person and consultation. */
export function useComposerDraft(personId: string, chatId: string) {
  const name = `message-${chatId}`;
  const [draft, setDraft] = useState(() => readDraft(readStored(personId, name)));
  const change = (part: Partial<ComposerDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    // Not in an effect: the consultation may be closed before the next render.
    store(personId, name, next.text === '' && next.file === null ? null : next);
  };
  return { draft, change, clear: () => change(empty) };
}

function readDraft(stored: unknown): ComposerDraft {
  const { text, file } = (stored ?? {}) as Partial<Record<keyof ComposerDraft, unknown>>;
  return {
    text: typeof text === 'string' ? text : '',
    file: typeof file === 'string' ? file : null,
  };
}
