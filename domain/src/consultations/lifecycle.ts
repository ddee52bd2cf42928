import type { UserType } from '../users/user-type.ts';

/** The states of a consultation, in their order. */
export const chatStatuses = ['pending', 'active', 'completed'] as const;

export type ChatStatus = (typeof chatStatuses)[number];

/** What a user may do with a consultation; `prescribe`: write a prescription for its patient and send its number. */
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

/** What this user may do now; a screen shows exactly these actions. */
export function allowedChatActions({ status, patientId, doctorId }: Facts, reader: Reader): ChatAction[] {
  if (status === 'pending') return reader.type === 'partnerDoctor' ? ['accept'] : [];
  if (status === 'completed') return [];
  if (reader._id === doctorId) return ['send', 'complete', 'prescribe'];
  return reader._id === patientId ? ['send'] : [];
}

/** Pending requests that one customer may have (authorization.csv 9). */
export const MAX_PENDING_CHATS = 3;

/** How many times a request that no doctor accepts is offered to all doctors again. */
export const MAX_OFFERS = 3;

/** How long a request waits before it is offered again, ms. */
export const OFFER_AGAIN_MS = 5 * 60_000;

/** A doctor is available when their screen was last connected within this time, ms. */
export const AVAILABLE_MS = 60_000;
