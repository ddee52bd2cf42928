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

/** Why a supervisor declines it. */
export const cancelDeclines = ['prepared', 'leaving', 'agreed'] as const;

export type CancelDecline = (typeof cancelDeclines)[number];

export const cancelDeclineLabels: Readonly<Record<CancelDecline, string>> = {
  prepared: 'La commande est déjà préparée',
  leaving: 'Le livreur part maintenant',
  agreed: 'Le client la garde, vu avec lui',
};

/** The end of a sentence for the customer. */
export const cancelDeclinesTold: Readonly<Record<CancelDecline, string>> = {
  prepared: 'la pharmacie l’a déjà préparée',
  leaving: 'le livreur part maintenant',
  agreed: 'vous la gardez, comme convenu avec vous',
};
