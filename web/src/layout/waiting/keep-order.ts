import { dropFile, readKept, storeKept } from '../../files/kept-file.ts';
import { randomName } from '../../lib/stored.ts';
import { type Draft, emptyDraft } from '../../orders/ordering/draft/draft.ts';
import type { OrderBody } from '../../orders/ordering/draft/to-order.ts';
import { type WaitingOrder, waitingOrdersOf } from './waiting-orders.ts';

/**
 * Stores an order with a photograph until there is a network.
 * @returns false when its photograph is too large to be stored
 */
export function keepOrder(personId: string, draft: Draft, order: OrderBody): boolean {
  const { fileKey } = draft;
  const photo = fileKey === null ? readKept(personId) : null;
  if (fileKey === null && photo === null) return false;
  // Before it is stored again: local storage is small.
  dropFile(personId);
  waitingOrdersOf(personId).add({
    id: randomName(),
    at: new Date().toISOString(),
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
  if (photo !== null) storeKept(personId, photo);
}
