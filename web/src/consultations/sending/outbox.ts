import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { retryDelay } from '../../lib/api/query-client.ts';
import { onStored, randomName } from '../../lib/storage/storage.ts';
import { changeUnsent, readUnsent, UNSENT_NAME, type Unsent } from './unsent.ts';

export type Outgoing = Unsent & {
  state: 'sending' | 'failed';
  /** Why the server refused it; a refused message is not retried automatically. */
  refusal: string | null;
};

type Written = { chatId: string; content?: string; file?: string | null; prescriptionNumber?: string | null };
type OnSent = (chatId: string, message: ChatMessage) => void;

export type Outbox = ReturnType<typeof createOutbox>;

const boxes = new Map<string, Outbox>();

/** The messages of this person that are not sent yet. */
export function outboxOf(personId: string): Outbox {
  const box = boxes.get(personId) ?? createOutbox(personId);
  boxes.set(personId, box);
  return box;
}

/**
 * Sends messages one after the other, in the order in which they were written. After a failure it waits, then retries
 * with the same identifier. It sends only while a component uses it for this person: another person may sign in.
 */
function createOutbox(personId: string) {
  const failures = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  const sentListeners = new Set<OnSent>();
  let users = 0;
  let isSending = false;
  let failedInARow = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let snapshot = take();

  function take(): readonly Outgoing[] {
    return readUnsent(personId).map((unsent) => ({
      ...unsent,
      state: failures.has(unsent.clientMessageId) ? 'failed' : 'sending',
      refusal: failures.get(unsent.clientMessageId) ?? null,
    }));
  }

  function notify(): void {
    snapshot = take();
    for (const listener of listeners) listener();
  }

  function remove(clientMessageId: string): void {
    failures.delete(clientMessageId);
    changeUnsent(personId, (before) => before.filter((one) => one.clientMessageId !== clientMessageId));
    notify();
  }

  const isWaiting = ({ clientMessageId }: Unsent) => (failures.get(clientMessageId) ?? null) === null;

  async function flush(): Promise<void> {
    if (isSending || users === 0) return;
    clearTimeout(timer);
    isSending = true;
    for (;;) {
      const next = readUnsent(personId).find(isWaiting);
      if (next === undefined || users === 0 || !(await send(next))) break;
    }
    isSending = false;
  }

  /** @returns whether the next one may be sent */
  async function send({ clientMessageId, chatId, content, file, prescriptionNumber }: Unsent) {
    if (failures.delete(clientMessageId)) notify();
    const body = { content, clientMessageId, file, prescriptionNumber };
    try {
      const { message } = await call(consultationEndpoints.sendMessage, { params: { id: chatId }, body });
      failedInARow = 0;
      // The stored message is added before the unsent one is removed, so that it never disappears.
      for (const onSent of sentListeners) onSent(chatId, message);
      remove(clientMessageId);
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        failures.set(clientMessageId, messageOf(error));
        notify();
        return true;
      }
      for (const waiting of readUnsent(personId).filter(isWaiting)) {
        failures.set(waiting.clientMessageId, null);
      }
      notify();
      timer = setTimeout(() => void flush(), retryDelay(failedInARow));
      failedInARow += 1;
      return false;
    }
  }

  return {
    read: () => snapshot,
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ chatId, content = '', file = null, prescriptionNumber = null }: Written): void {
      const clientMessageId = randomName();
      const at = new Date().toISOString();
      const unsent = { chatId, clientMessageId, content, file, prescriptionNumber, at };
      changeUnsent(personId, (before) => [...before, unsent]);
      notify();
      void flush();
    },
    retry(clientMessageId?: string): void {
      failedInARow = 0;
      if (clientMessageId !== undefined) failures.delete(clientMessageId);
      notify();
      void flush();
    },
    remove,
    /** Starts sending. @returns a function that stops it */
    use(onSent: OnSent): () => void {
      users += 1;
      sentListeners.add(onSent);
      const onOnline = () => void flush();
      window.addEventListener('online', onOnline);
      const stopWatching = onStored(personId, UNSENT_NAME, notify);
      notify();
      void flush();
      return () => {
        users -= 1;
        sentListeners.delete(onSent);
        window.removeEventListener('online', onOnline);
        stopWatching();
        if (users === 0) clearTimeout(timer);
      };
    },
  };
}

/** Whether the server would refuse it again: not for 401 (the session ended) and 429 (too many messages). */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  (error.code !== 'NETWORK' &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 429].includes(error.status));
