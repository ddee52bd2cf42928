/** The seven user types, as sent on the wire. */
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

/** French labels, as everywhere on screen. */
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  customer: 'Client',
  pharmacy: 'Pharmacie',
  deliveryPerson: 'Livreur',
  agent: 'Pharmacien interne',
  partnerDoctor: 'Professionnel de santé',
  supervisor: 'Superviseur',
  superAdmin: 'Super administrateur',
};

/** Parses a user type whatever its case, since `superadmin` stands for `superAdmin`. Undefined if unknown. */
export function readUserType(value: string): UserType | undefined {
  const lower = value.toLowerCase();
  return userTypes.find((type) => type.toLowerCase() === lower);
}

/**
 * They work at a desk that others share, and see health data of many people or the money: their idle sessions end.
 */
export function isAtDesk(type: UserType): boolean {
  return type === 'superAdmin' || type === 'supervisor' || type === 'agent';
}

/** For `allow`: every signed-in user. */
export const anySignedIn: readonly UserType[] = [...userTypes];
