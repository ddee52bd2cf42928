/** Why a supervisor cancels an order. */
export const staffCancelReasons = ['customer', 'duplicate', 'unavailable', 'unreachable'] as const;

export type StaffCancelReason = (typeof staffCancelReasons)[number];

/** `unpaid`: the system cancels the order after days without payment. */
export const cancelReasons = [...staffCancelReasons, 'unpaid'] as const;

export type CancelReason = (typeof cancelReasons)[number];

/** A supervisor may add a note of this length to the reason, for supervisors only. */
export const CANCEL_NOTE_MAX = 300;

export const cancelReasonLabels: Readonly<Record<CancelReason, string>> = {
  customer: 'À la demande du client',
  duplicate: 'Commande en double',
  unavailable: 'Médicament introuvable',
  unreachable: 'Client injoignable',
  unpaid: 'Pas payée à temps',
};

/** These end a sentence for the customer whose order was cancelled. */
export const cancelReasonsForCustomer: Readonly<Record<CancelReason, string>> = {
  customer: 'comme vous l’avez demandé',
  duplicate: 'elle était en double',
  unavailable: 'un médicament est introuvable',
  unreachable: 'nous n’avons pas pu vous joindre',
  unpaid: 'elle n’a pas été payée à temps',
};

/** Why a customer asks to cancel a paid order. */
export const cancelRequestReasons = ['not-needed', 'too-long', 'mistake', 'elsewhere', 'other'] as const;

export type CancelRequestReason = (typeof cancelRequestReasons)[number];

export const cancelRequestLabels: Readonly<Record<CancelRequestReason, string>> = {
  'not-needed': 'Je n’en ai plus besoin',
  'too-long': 'L’attente est trop longue',
  mistake: 'Il y a une erreur dans ma commande',
  elsewhere: 'J’ai trouvé mes médicaments ailleurs',
  other: 'Autre raison',
};

/** Why a supervisor declines such a request. */
export const cancelDeclines = ['prepared', 'leaving', 'agreed'] as const;

export type CancelDecline = (typeof cancelDeclines)[number];

export const cancelDeclineLabels: Readonly<Record<CancelDecline, string>> = {
  prepared: 'La commande est déjà préparée',
  leaving: 'Le livreur part maintenant',
  agreed: 'Le client la garde, vu avec lui',
};

/** These end a sentence for the customer whose request was declined. */
export const cancelDeclinesForCustomer: Readonly<Record<CancelDecline, string>> = {
  prepared: 'la pharmacie l’a déjà préparée',
  leaving: 'le livreur part maintenant',
  agreed: 'vous la gardez, comme convenu avec vous',
};

/** Why a pharmacy cannot prepare an order. */
export const shortageReasons = [
  'medicine-out-of-stock',
  'quantity-short',
  'price-differs',
  'prescription-unclear',
  'pharmacy-closing',
] as const;

export type ShortageReason = (typeof shortageReasons)[number];

export const shortageLabels: Readonly<Record<ShortageReason, string>> = {
  'medicine-out-of-stock': 'Médicament en rupture',
  'quantity-short': 'Quantité insuffisante',
  'price-differs': 'Prix différent',
  'prescription-unclear': 'Ordonnance à éclaircir',
  'pharmacy-closing': 'La pharmacie ferme',
};

/** Whether the shortage concerns a line of the order, which the pharmacy then names. */
export const concernsLine = (reason: ShortageReason): boolean =>
  reason === 'medicine-out-of-stock' || reason === 'quantity-short' || reason === 'price-differs';

/** The note and the medicine's label have at most 300 characters together. */
export const SHORTAGE_NOTE_MAX = 90;

export const isShortage = (reason: string): reason is ShortageReason =>
  shortageReasons.some((known) => known === reason);

/** Why a courier cannot deliver an order. */
export const problemReasons = ['customer-absent', 'address-not-found', 'medicine-missing'] as const;

export type ProblemReason = (typeof problemReasons)[number];

export const problemLabels: Readonly<Record<ProblemReason, string>> = {
  'customer-absent': 'Client absent',
  'address-not-found': 'Adresse introuvable',
  'medicine-missing': 'Médicament manquant',
};

/** Why a supervisor brings an order back that was on its way. */
export const returnReasons = [...problemReasons, 'breakdown'] as const;

export type ReturnReason = (typeof returnReasons)[number];

export const returnLabels: Readonly<Record<ReturnReason, string>> = {
  ...problemLabels,
  breakdown: 'Panne ou accident',
};

/** These end a sentence for the customer whose order was brought back; a locked phone shows it, so it names no medicine. */
export const returnReasonsTold: Readonly<Record<ReturnReason, string>> = {
  'customer-absent': 'le livreur ne vous a pas trouvé',
  'address-not-found': 'le livreur n’a pas trouvé l’adresse',
  'medicine-missing': 'elle n’était pas complète',
  breakdown: 'le livreur a eu un empêchement',
};

/** Where the medicines of an order that was brought back are said to be. */
export const medicinePlaces = ['pharmacy', 'courier'] as const;

export type MedicinePlace = (typeof medicinePlaces)[number];

export const medicinePlaceLabels: Readonly<Record<MedicinePlace, string>> = {
  pharmacy: 'À la pharmacie',
  courier: 'Chez le livreur',
};

/** Blocks an order with a recalled medicine: it is neither prepared nor taken away until a supervisor has decided. */
const RECALLED = 'recalled';

export const isRecalled = (reason: string | null): reason is typeof RECALLED => reason === RECALLED;

/** Why an order is blocked, as its courier or its pharmacy reported, or by a recall. */
export const orderProblems = [...problemReasons, ...shortageReasons, RECALLED] as const;

type OrderProblem = (typeof orderProblems)[number];

export const orderProblemLabels: Readonly<Record<OrderProblem, string>> = {
  ...problemLabels,
  ...shortageLabels,
  recalled: 'Médicament rappelé',
};

/** Why a photographed prescription cannot be read. */
export const photoProblems = ['blurred', 'dark', 'cut', 'not-a-prescription'] as const;

export type PhotoProblem = (typeof photoProblems)[number];

export const photoProblemLabels: Readonly<Record<PhotoProblem, string>> = {
  blurred: 'Photo floue',
  dark: 'Photo trop sombre',
  cut: 'Ordonnance coupée',
  'not-a-prescription': 'Ce n’est pas une ordonnance',
};

/** Why a supervisor gives an order to someone else. */
export const replacementReasons = ['no-answer', 'busy', 'medicine-missing', 'breakdown', 'closed'] as const;

export type ReplacementReason = (typeof replacementReasons)[number];

export const replacementLabels: Readonly<Record<ReplacementReason, string>> = {
  'no-answer': 'Pas de réponse',
  busy: 'Trop de commandes en main',
  'medicine-missing': 'Médicament manquant',
  breakdown: 'Panne ou accident',
  closed: 'Pharmacie fermée',
};

/** What the timeline says of why a person was replaced, or an order brought back. */
export const eventReasons = [...replacementReasons, 'customer-absent', 'address-not-found'] as const;

export type EventReason = (typeof eventReasons)[number];

export const eventReasonLabels: Readonly<Record<EventReason, string>> = {
  ...replacementLabels,
  ...returnLabels,
};
