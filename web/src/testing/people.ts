import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';

/** A user, with changes. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    _id: '0198a000-0000-7000-8000-000000000001',
    name: 'Afi Dossou',
    email: null,
    phone: '+2290197000001',
    type: 'customer',
    address: null,
    active: true,
    onDuty: false,
    isPartner: false,
    verified: true,
    titrePartenaire: null,
    location: null,
    ...changes,
  };
}

/** The response of GET /stats/users for these accounts. */
export function countsOf(...users: User[]) {
  const active = users.filter((user) => user.active).length;
  const byType = Object.fromEntries(
    userTypes.map((type) => [type, users.filter((user) => user.type === type).length]),
  ) as Record<UserType, number>;
  return { total: users.length, active, inactive: users.length - active, byType };
}
