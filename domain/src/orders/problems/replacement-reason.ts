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
