import type { User } from '@amasin/domain/users/user.ts';
import type { UserRow } from '../database/schema/users.ts';

/** Presents every field of a user that leaves the server. */
export function presentUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    type: row.type,
    address: row.address,
    active: row.active,
    onDuty: row.onDuty,
    verified: row.verified,
    location:
      row.longitude === null || row.latitude === null ? null : { coordinates: [row.longitude, row.latitude] },
    ...(row.hasSecondFactor && { hasSecondFactor: true as const }),
    ...(row.type === 'pharmacy' && {
      isPartner: row.isPartner,
      pharmacist: row.pharmacist,
      licenceNumber: row.licenceNumber,
      licenceFrom: row.licenceFrom,
      licenceUntil: row.licenceUntil,
      orderNumber: row.orderNumber,
    }),
    ...(row.type === 'partnerDoctor' && { titrePartenaire: row.titrePartenaire }),
  };
}

/** Shows a supervisor the name and phone of an assignable user, and nothing else. */
export function presentCandidate(row: Pick<UserRow, 'id' | 'name' | 'phone'>) {
  return { _id: row.id, name: row.name, phone: row.phone ?? '' };
}
