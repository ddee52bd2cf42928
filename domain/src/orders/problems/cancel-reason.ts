/** Why a supervisor cancels an order. */
export const staffCancelReasons = ['customer', 'duplicate', 'unavailable', 'unreachable'] as const;

export type StaffCancelReason = (typeof staffCancelReasons)[number];

/** `unpaid`: the system, after days without payment. */
export const cancelReasons = [...staffCancelReasons, 'unpaid'] as const;

/** What a supervisor adds to the reason, for supervisors only. */
export const CANCEL_NOTE_MAX = 300;

export type CancelReason = (typeof cancelReasons)[number];

export const cancelReasonLabels: Readonly<Record<CancelReason, string>> = {
  customer: 'À la demande du client',
  duplicate: 'Commande en double',
  unavailable: 'Médicament introuvable',
  unreachable: 'Client injoignable',
  unpaid: 'Pas payée à temps',
};

/** The end of a sentence for the customer whose order was cancelled. */
export const cancelReasonsTold: Readonly<Record<CancelReason, string>> = {
  customer: 'comme vous l’avez demandé',
  duplicate: 'elle était en double',
  unavailable: 'un médicament est introuvable',
  unreachable: 'nous n’avons pas pu vous joindre',
  unpaid: 'elle n’a pas été payée à temps',
};
