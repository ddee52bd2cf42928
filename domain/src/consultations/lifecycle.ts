import type { UserType } from '../contract/user-type.ts';

/** The states of a consultation, in their order. */
export const chatStatuses = ['pending', 'active', 'completed'] as const;

export type ChatStatus = (typeof chatStatuses)[number];

export const chatStatusLabels: Readonly<Record<ChatStatus, string>> = {
  pending: 'En attente',
  active: 'En cours',
  completed: 'Terminée',
};

/** Actions on a consultation; `prescribe`: write a prescription for its patient and send its number. */
export const chatActions = ['accept', 'send', 'complete', 'prescribe'] as const;

export type ChatAction = (typeof chatActions)[number];

interface Facts {
  readonly status: ChatStatus;
  readonly patientId: string;
  readonly doctorId: string | null;
}

interface Reader {
  readonly _id: string;
  readonly type: UserType;
}

/** Returns the actions that this user may take now; a screen shows exactly these. */
export function allowedChatActions({ status, patientId, doctorId }: Facts, reader: Reader): ChatAction[] {
  if (status === 'pending') return reader.type === 'partnerDoctor' ? ['accept'] : [];
  if (status === 'completed') return [];
  if (reader._id === doctorId) return ['send', 'complete', 'prescribe'];
  return reader._id === patientId ? ['send'] : [];
}

/** Pending requests that one customer may have (authorization.csv 9). */
export const MAX_PENDING_CHATS = 3;

/** A request that no doctor accepts is offered to all doctors again this many times. */
export const MAX_OFFERS = 3;

/** A request waits this long before it is offered again, ms. */
export const OFFER_AGAIN_MS = 5 * 60_000;

/** A doctor is available when their screen was last connected within this time, ms. */
export const AVAILABLE_MS = 60_000;
