import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { decode, keptFile, type StoredFile, storedFile } from '../../files/kept-file.ts';
import { sendOnce } from '../../files/upload-file.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { timeNow } from '../../lib/clock.ts';
import { defineOutbox, type Outgoing } from '../../lib/outbox.ts';
import { flag, or, sent, text, where } from '../../lib/schema.ts';
import { randomName, WAITING_ORDERS } from '../../lib/stored.ts';
import { type Draft, emptyDraft, storedDraft } from './draft.ts';
import { placePhotographed } from './place-order.ts';
import type { OrderBody } from './to-order.ts';

/**
 * Stores an order with a photograph until there is a network.
 * @returns false when its photograph is too large to be stored
 */
export function keepOrder(personId: string, draft: Draft, order: OrderBody): boolean {
  const { fileKey } = draft;
  const photo = fileKey === null ? keptFile.read(personId) : null;
  if (fileKey === null && photo === null) return false;
  // Before it is stored again: local storage is small.
  keptFile.remove(personId);
  waitingOrdersOf(personId).add({
    id: randomName(),
    at: new Date(timeNow()).toISOString(),
    order,
    draft: { ...draft, lines: emptyDraft.lines, code: emptyDraft.code },
    fileKey,
    photo,
    isTried: false,
  });
  return true;
}

/** Stores the photograph of a waiting order for the form again. */
export function keepAgain(personId: string, { photo }: Pick<WaitingOrder, 'photo'>): void {
  if (photo !== null) keptFile.write(personId, photo);
}

/** An order with a photograph that its customer has confirmed without a network. Nothing is paid yet (rule 7). */
export type WaitingOrder = {
  id: string;
  /** When it was confirmed, ISO. */
  at: string;
  order: OrderBody;
  /** To write it again after a refusal. */
  draft: Draft;
  /** Key of the photograph; null until it is uploaded. */
  fileKey: string | null;
  /** Null once it is uploaded. */
  photo: StoredFile | null;
  /** The server may have received it, even if no response arrived. */
  isTried: boolean;
};

export type UnsentOrder = Outgoing<WaitingOrder>;

const waitingOrder = where(
  sent<WaitingOrder>({
    id: text,
    at: text,
    order: sent<OrderBody>({}),
    draft: storedDraft,
    fileKey: or(text, null),
    photo: or(storedFile, null),
    isTried: flag,
  }),
  ({ fileKey, photo }) => fileKey !== null || photo !== null,
);

/**
 * The orders of this customer that wait for the network. They contain a prescription: sign-out removes them, after a question,
 * and so does a session that has ended (rule 41).
 */
export const waitingOrdersOf = defineOutbox({
  name: WAITING_ORDERS,
  schema: waitingOrder,
  keyOf: ({ id }) => id,
  send,
});

/** A need that is older may have passed, ms. */
const MAX_AGE_MS = 3 * DAY_MS;
/** A session ends before: older by more is a wrong clock, and not believed. */
const LONGEST_MS = 31 * DAY_MS;

const isTooOld = ({ at }: WaitingOrder) => {
  const age = timeNow() - new Date(at).getTime();
  return age > MAX_AGE_MS && age < LONGEST_MS;
};

const TOO_OLD =
  'Elle attend depuis plus de trois jours. Regardez dans Suivi si elle y est déjà ; sinon, commandez à nouveau.';

async function send(waiting: WaitingOrder, save: (saved: WaitingOrder) => void): Promise<Order> {
  if (!navigator.onLine) throw ApiError.network();
  if (isTooOld(waiting)) {
    // Only an answer of the server tells whether this device's clock is right.
    await call(sessionEndpoints.me);
    if (isTooOld(waiting)) throw new ApiError(410, 'TOO_OLD', TOO_OLD);
  }
  const tried = { ...waiting, isTried: true };
  save(tried);
  const fileKey = waiting.fileKey ?? (await upload(waiting));
  // The key is stored first: an order with this key is created once, however often it is sent.
  save({ ...tried, fileKey, photo: null });
  return placePhotographed(waiting.order, fileKey);
}

async function upload({ id, photo }: WaitingOrder): Promise<string> {
  if (photo === null) throw new Error('a waiting order without a photograph');
  return sendOnce({
    file: decode(photo),
    category: 'prescription',
    idempotencyKey: id,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}
