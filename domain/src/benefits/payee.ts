import type { UserType } from '../contract/user-type.ts';

/** The types of people who are paid for orders: they have statements and an account for payment. */
export const payeeTypes = ['pharmacy', 'deliveryPerson', 'partnerDoctor'] as const satisfies UserType[];

export type PayeeType = (typeof payeeTypes)[number];

export const isPayeeType = (type: string): type is PayeeType => payeeTypes.some((one) => one === type);

export const payeeLabels: Readonly<Record<PayeeType, string>> = {
  pharmacy: 'Pharmacie',
  deliveryPerson: 'Livreur',
  partnerDoctor: 'Professionnel de santé',
};
