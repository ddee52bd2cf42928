import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { operators } from '../payments/operators.ts';
import { person } from '../users/user.ts';

/**
 * States of a refund. `asked`: decided, not sent yet, or sent without a response; `sent`: pending at the provider; `failed`: refused
 * by the provider until a supervisor asks again.
 */
export const refundStates = ['asked', 'sent', 'done', 'failed'] as const;

export type RefundState = (typeof refundStates)[number];

/** How a refund goes back: the provider that received the money pays it back, another payment is made to the number that paid, or a
 * supervisor does it elsewhere and notes it. */
export const refundWays = ['provider', 'payout', 'hand'] as const;

export type RefundWay = (typeof refundWays)[number];

/** Why a line of an order, or a part of it, is given back. */
export const giveBackReasons = ['unavailable', 'missing', 'damaged', 'wrong', 'other'] as const;

export type GiveBackReason = (typeof giveBackReasons)[number];

/** Why a part of an order is refunded: `cheaper` is the difference of a medicine that is given instead of a dearer one (rule 53). */
export const refundReasons = [...giveBackReasons, 'cheaper'] as const;

export type RefundReason = (typeof refundReasons)[number];

export const giveBackLabels: Readonly<Record<RefundReason, string>> = {
  unavailable: 'En rupture',
  missing: 'Manquait à la remise',
  damaged: 'Abîmé ou périmé',
  wrong: 'Erreur de médicament',
  other: 'Autre raison',
  cheaper: 'Équivalent moins cher',
};

/** These begin the line by which the customer reads what is given back: « Manque : 1 × Sirop ». */
export const refundReasonsForCustomer: Readonly<Record<RefundReason, string>> = {
  unavailable: 'Manque',
  missing: 'Manquait',
  damaged: 'Abîmé',
  wrong: 'Erreur de médicament',
  other: 'Remboursé',
  cheaper: 'Différence de prix',
};

/** A supervisor may add a note of this length, for supervisors only. */
export const GIVE_BACK_NOTE_MAX = 300;

/** Words the state for the customer: a failed refund is still owed, and a supervisor asks for it again. */
export const refundLabel = (state: RefundState): string => (state === 'done' ? 'effectué' : 'en cours');

/** A refund as its customer reads it, and supervisors with more. */
export const refundSummary = z.object({
  amount: fcfa,
  state: z.enum(refundStates),
  /** For supervisors: who noted that it was paid back otherwise than by the provider, and how. */
  settled: z.object({ by: z.string(), note: z.string() }).optional(),
});

export type RefundSummary = z.output<typeof refundSummary>;

/** What was given back of an order that goes on, with its lines. */
export const givenBack = refundSummary.extend({
  /** « Moov …17 »; null when the number that paid is not known. */
  to: z.string().nullable(),
  at: moment,
  reason: z.enum(refundReasons),
  /** Their medicines are erased with the order's. A quantity of 0 is a difference of price. */
  lines: z.array(z.object({ label: z.string(), quantity: z.int() })),
  /** For supervisors only. */
  note: z.string().nullable().optional(),
});

export type GivenBack = z.output<typeof givenBack>;

/** A refund that is not done yet, for supervisors. */
export const openRefund = z.object({
  _id: id,
  transactionId: z.string(),
  /** The provider's own reference of the money. */
  reference: z.string(),
  way: z.enum(refundWays),
  /** The provider in whose dashboard a supervisor has to make it; null when it goes another way. */
  byHandAt: z.string().nullable(),
  /** The number that paid, when a supervisor has to pay it back there; otherwise null. */
  to: z.object({ operator: z.enum(operators).nullable(), phone: z.string() }).nullable(),
  /** It failed, and may be done at the provider nevertheless. */
  mayBeDone: z.boolean(),
  amount: fcfa,
  state: z.enum(refundStates),
  customer: person,
  /** The order that it pays back, in whole or in part, if it is one. */
  order: z.object({ _id: id, number: z.string() }).nullable(),
  askedAt: moment,
});

export type OpenRefund = z.output<typeof openRefund>;
