/** Why a courier cannot deliver an order. */
export const problemReasons = ['customer-absent', 'address-not-found', 'medicine-missing'] as const;

export type ProblemReason = (typeof problemReasons)[number];

export const problemLabels: Readonly<Record<ProblemReason, string>> = {
  'customer-absent': 'Client absent',
  'address-not-found': 'Adresse introuvable',
  'medicine-missing': 'Médicament manquant',
};
