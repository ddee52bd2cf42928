/** Why a card was not accepted. */
export const cardRefusals = ['unreadable', 'expired', 'other-person', 'wrong-rate', 'not-insurance'] as const;

export type CardRefusal = (typeof cardRefusals)[number];

export const cardRefusalLabels: Readonly<Record<CardRefusal, string>> = {
  unreadable: 'La photo n’est pas lisible',
  expired: 'La carte n’est plus valable',
  'other-person': 'La carte est à un autre nom',
  'wrong-rate': 'Le taux n’est pas celui de la carte',
  'not-insurance': 'Ce n’est pas une carte d’assurance',
};
