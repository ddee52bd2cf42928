import { DAY_MS, HOUR_MS } from '../contract/time.ts';

// Imports no zod: pages use it.

/** Reasons that a customer ticks when her delivery went wrong. */
export const wrongs = ['missing', 'other-medicine', 'damaged', 'late', 'courier', 'money', 'other'] as const;

export type Wrong = (typeof wrongs)[number];

export const wrongLabels: Readonly<Record<Wrong, string>> = {
  missing: 'Un médicament manque',
  'other-medicine': 'Ce n’est pas le bon médicament',
  damaged: 'Une boîte est abîmée ou ouverte',
  late: 'Elle est arrivée trop tard',
  courier: 'La conduite du livreur',
  money: 'On m’a demandé plus d’argent',
  other: 'Autre chose',
};

/** Ways in which a supervisor closes a complaint. */
export const outcomes = ['called', 'refunded', 'sent-again', 'reminded', 'nothing'] as const;

export type Outcome = (typeof outcomes)[number];

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  called: 'Client appelé, tout est réglé',
  refunded: 'Remboursé',
  'sent-again': 'Médicament livré de nouveau',
  reminded: 'Pharmacie ou livreur averti',
  nothing: 'Rien à faire',
};

export const FEEDBACK_NOTE_MAX = 300;

/** An order is asked about, and answered, for this long after its delivery. */
export const ANSWER_DAYS = 30;

/** An answer may be changed for this long, until a supervisor has dealt with it. */
export const CHANGE_HOURS = 24;

interface Answered {
  readonly answeredAt: Date;
  readonly handledAt: Date | null;
}

/** Until when an order may be answered, or its answer changed; null when it may not. */
export function answerableUntil(
  { deliveredAt, answer }: { deliveredAt: Date | null; answer: Answered | null },
  now: Date,
): Date | null {
  if (deliveredAt === null || answer?.handledAt) return null;
  const until =
    answer === null
      ? new Date(deliveredAt.getTime() + ANSWER_DAYS * DAY_MS)
      : new Date(answer.answeredAt.getTime() + CHANGE_HOURS * HOUR_MS);
  return now < until ? until : null;
}

/** Below this number of answers no percentage is shown: one complaint would weigh too much. */
export const MIN_FOR_SHARE = 10;

/** « 2 sur 7 », or « 3 sur 40 (8 %) ». */
export function shareOfWrong({ wrong, answers }: { wrong: number; answers: number }): string {
  const counts = `${wrong} sur ${answers}`;
  return answers < MIN_FOR_SHARE ? counts : `${counts} (${Math.round((wrong * 100) / answers)}\u00a0%)`;
}
