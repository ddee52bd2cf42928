import type { Unsent } from '../../consultations/outbox.ts';
import { emptyDraft } from './draft.ts';
import type { WaitingOrder } from './waiting-orders.ts';

/** An order with a photograph, confirmed without a network. */
export const aWaitingOrder = () => ({
  id: 'w',
  at: '2026-11-20T08:00:00.000Z',
  order: {} as WaitingOrder['order'],
  draft: emptyDraft,
  fileKey: 'k',
  photo: null,
  isTried: false,
});

/** A consultation message that the server does not have. */
export const anUnsentMessage = (clientMessageId: string): Unsent => ({
  chatId: 'c',
  clientMessageId,
  content: 'Bonjour docteur',
  file: null,
  prescriptionNumber: null,
  at: '2026-11-20T08:00:00.000Z',
});
