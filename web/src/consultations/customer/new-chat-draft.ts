import { randomName, readStored, store } from '../../lib/stored.ts';

export type NewChatValues = { patientName: string; initialMessage: string };

const DRAFT = 'new-consultation';
const ATTEMPT = 'new-consultation-attempt';

/** The draft of a request, stored on the device until it is sent. */
export function readNewChat(personId: string, name: string): NewChatValues {
  const { patientName, initialMessage } = readValues(readStored(personId, DRAFT));
  return { patientName: patientName ?? name, initialMessage: initialMessage ?? '' };
}

export function storeNewChat(personId: string, values: NewChatValues): void {
  store(personId, DRAFT, values);
}

export function clearNewChat(personId: string): void {
  store(personId, DRAFT, null);
  store(personId, ATTEMPT, null);
}

/** The same key for the same request, even after a reload: sent again after a lost response, it is stored once. */
export function keyOfAttempt(personId: string, values: NewChatValues): string {
  const stored = readStored(personId, ATTEMPT);
  const before = readValues(stored);
  const isSame = before.patientName === values.patientName && before.initialMessage === values.initialMessage;
  const { key } = (stored ?? {}) as { key?: unknown };
  if (isSame && typeof key === 'string') return key;
  const fresh = randomName();
  store(personId, ATTEMPT, { ...values, key: fresh });
  return fresh;
}

function readValues(stored: unknown): Partial<NewChatValues> {
  const { patientName, initialMessage } = (stored ?? {}) as Partial<Record<keyof NewChatValues, unknown>>;
  return {
    ...(typeof patientName === 'string' && { patientName }),
    ...(typeof initialMessage === 'string' && { initialMessage }),
  };
}
