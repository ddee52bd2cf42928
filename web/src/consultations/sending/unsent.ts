import { readStored, store } from '../../lib/storage/storage.ts';

const NAME = 'unsent-messages';

/** A message that the server may not have yet, with the identifier under which it stores it once. */
export type Unsent = {
  chatId: string;
  clientMessageId: string;
  content: string;
  /** Key of an uploaded file. */
  file: string | null;
  prescriptionNumber: string | null;
  /** When it was written, ISO. */
  at: string;
};

/** Stored on the device for this person, in the order in which they were written. */
export function readUnsent(personId: string): readonly Unsent[] {
  const stored = readStored(personId, NAME);
  return Array.isArray(stored) ? stored.filter(isUnsent) : [];
}

/** Reads before it writes: another tab may have added one. */
export function changeUnsent(personId: string, change: (before: readonly Unsent[]) => readonly Unsent[]) {
  const next = change(readUnsent(personId));
  store(personId, NAME, next.length === 0 ? null : next);
}

export const UNSENT_NAME = NAME;

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false;
  const { chatId, clientMessageId, content, file, prescriptionNumber, at } = value as Record<string, unknown>;
  const isTextOrNull = (part: unknown) => part === null || typeof part === 'string';
  return (
    [chatId, clientMessageId, content, at].every((part) => typeof part === 'string') &&
    isTextOrNull(file) &&
    isTextOrNull(prescriptionNumber)
  );
}
