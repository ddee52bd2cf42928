import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { partnerTitleLabels } from '@amasin/domain/users/partner-title.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { formatPhone } from '../../../lib/format.ts';
import { formatPosition } from './position.ts';

/** The initial values of the form, from an account or the defaults. */
export function valuesOf(account: User | null) {
  return {
    name: account?.name ?? '',
    email: account?.email ?? '',
    phone: account === null ? '' : formatPhone(account.phone),
    password: '',
    type: account?.type ?? ('' as const),
    address: account?.address ?? '',
    titrePartenaire: account?.titrePartenaire ?? ('' as const),
    pharmacist: account?.pharmacist ?? '',
    location: account?.location ?? null,
    active: account?.active ?? true,
    isPartner: account?.isPartner ?? true,
    verified: account?.verified ?? false,
  };
}

type Values = ReturnType<typeof valuesOf>;

const yesOrNo = (value: boolean) => (value ? 'oui' : 'non');

/** The label and the value of each field in words, in the order of the form. */
const fields: readonly { field: keyof Values; label: string; show: (account: User) => string | null }[] = [
  { field: 'type', label: 'Type', show: ({ type }) => userTypeLabels[type] },
  {
    field: 'titrePartenaire',
    label: 'Titre',
    show: ({ titrePartenaire }) => (titrePartenaire ? partnerTitleLabels[titrePartenaire] : null),
  },
  {
    field: 'location',
    label: 'Localisation',
    show: ({ location }) => location && formatPosition(location.coordinates),
  },
  { field: 'pharmacist', label: 'Pharmacien titulaire', show: ({ pharmacist }) => pharmacist ?? null },
  { field: 'name', label: 'Nom', show: ({ name }) => name },
  { field: 'email', label: 'Email', show: ({ email }) => email },
  { field: 'phone', label: 'Téléphone', show: ({ phone }) => formatPhone(phone) },
  { field: 'address', label: 'Adresse', show: ({ address }) => address },
  { field: 'verified', label: 'Prescripteur vérifié', show: ({ verified }) => yesOrNo(verified) },
  { field: 'isPartner', label: 'Pharmacie partenaire', show: ({ isPartner }) => yesOrNo(isPartner === true) },
  { field: 'active', label: 'Compte actif', show: ({ active }) => yesOrNo(active) },
];

export type FieldChange = { field: string; label: string; value: string };

/** What another person changed and the typed values would overwrite. */
export function changesOf(before: User, now: User, typed: Values): FieldChange[] {
  const old = valuesOf(before);
  const current = valuesOf(now);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return fields
    .filter(({ field }) => !isSame(old[field], current[field]) && !isSame(typed[field], current[field]))
    .map(({ field, label, show }) => ({ field, label, value: show(now) ?? 'vide' }));
}
