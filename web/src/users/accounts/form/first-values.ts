import type { User } from '@amasin/domain/users/user.ts';
import { formatPhone } from '../../../lib/format/phone.ts';

/** The initial values of the form, from an account or the defaults. */
export function firstValues(account: User | null) {
  return {
    name: account?.name ?? '',
    email: account?.email ?? '',
    phone: account === null ? '' : formatPhone(account.phone),
    password: '',
    type: account?.type ?? ('' as const),
    address: account?.address ?? '',
    titrePartenaire: account?.titrePartenaire ?? ('' as const),
    location: account?.location ?? null,
    active: account?.active ?? true,
    isPartner: account?.isPartner ?? true,
    verified: account?.verified ?? false,
  };
}
