import type { Order } from '@amasin/domain/orders/order.ts';
import { decode, isStoredFile, type StoredFile } from '../../files/kept-file.ts';
import { sendOnce } from '../../files/upload-file.ts';
import { ApiError } from '../../lib/api-error.ts';
import { defineOutbox, type Outgoing } from '../../lib/outbox.ts';
import { WAITING_ORDERS } from '../../lib/stored.ts';
import type { Draft } from '../../orders/ordering/draft/draft.ts';
import type { OrderBody } from '../../orders/ordering/draft/to-order.ts';
import { placePhotographed } from '../../orders/ordering/place-order.ts';

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

/**
 * The orders of this customer that wait for the network. They contain a prescription: sign-out removes them, an expired
 * session does not.
 */
export const waitingOrdersOf = defineOutbox({
  name: WAITING_ORDERS,
  isEntry: isWaitingOrder,
  keyOf: ({ id }) => id,
  send,
});

/** A need that is older may have passed, ms. */
const MAX_AGE_MS = 3 * 24 * 3600_000;

const TOO_OLD =
  'Elle attend depuis plus de trois jours. Regardez dans Suivi si elle y est déjà ; sinon, commandez à nouveau.';

async function send(waiting: WaitingOrder, save: (saved: WaitingOrder) => void): Promise<Order> {
  if (!navigator.onLine) throw ApiError.network();
  if (Date.now() - new Date(waiting.at).getTime() > MAX_AGE_MS) throw new ApiError(410, 'TOO_OLD', TOO_OLD);
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

/** Local storage may contain anything. */
function isWaitingOrder(value: unknown): value is WaitingOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { id, at, order, draft, fileKey, photo, isTried } = value as Record<string, unknown>;
  const isObject = (part: unknown) => typeof part === 'object' && part !== null;
  return (
    [id, at].every((part) => typeof part === 'string') &&
    [order, draft].every(isObject) &&
    typeof isTried === 'boolean' &&
    (typeof fileKey === 'string' || isStoredFile(photo))
  );
}
