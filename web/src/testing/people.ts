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
