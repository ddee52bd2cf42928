/**
 * States of a payout that a provider makes. `asked`: decided, not sent yet, or sent without a response; `sent`: pending at the
 * provider; `failed`: the amount is owed again, and another payout may replace this one.
 */
export const payoutStates = ['asked', 'sent', 'done', 'failed'] as const;

export type PayoutState = (typeof payoutStates)[number];

export const payoutLabels: Readonly<Record<PayoutState, string>> = {
  asked: 'À envoyer',
  sent: 'En cours',
  done: 'Versé',
  failed: 'Échoué',
};
