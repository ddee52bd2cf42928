import type { Verdict } from './follow-payment.ts';

/** What is said of a payment that made no order. */
export const problems: Readonly<Record<Exclude<Verdict['is'], 'paid' | 'pending'>, string>> = {
  failed: 'Le paiement n’a pas abouti. Votre commande est gardée : vous pouvez payer à nouveau.',
  aside:
    'Votre paiement est arrivé, mais il ne correspond pas à ce qui était dû. Notre équipe le vérifie et vous appelle : ne payez pas une deuxième fois.',
  unknown: 'Nous ne retrouvons pas ce paiement. Votre commande est gardée : vous pouvez payer à nouveau.',
};
