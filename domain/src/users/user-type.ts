/** The seven kinds of people (SPEC 1), as written on the wire. */
export const userTypes = [
  'customer',
  'pharmacy',
  'deliveryPerson',
  'agent',
  'partnerDoctor',
  'supervisor',
  'superAdmin',
] as const;

export type UserType = (typeof userTypes)[number];

/** French labels of SPEC 1. */
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  customer: 'Client',
  pharmacy: 'Pharmacie',
  deliveryPerson: 'Livreur',
  agent: 'Pharmacien interne',
  partnerDoctor: 'Professionnel de santé',
  supervisor: 'Superviseur',
  superAdmin: 'Super administrateur',
};

/** Reads a type as people write it: `superadmin` is `superAdmin` (SPEC 2 has both). Unknown: undefined. */
export function readUserType(value: string): UserType | undefined {
  const lower = value.toLowerCase();
  return userTypes.find((type) => type.toLowerCase() === lower);
}

/** Everybody who is signed in. */
export const anyone: readonly UserType[] = [...userTypes];
