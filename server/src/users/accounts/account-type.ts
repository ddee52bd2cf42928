import type { PartnerTitle } from '@amasin/domain/users/user.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { Refusal } from '../../refusal.ts';

interface Given {
  readonly type: UserType;
  readonly titrePartenaire?: PartnerTitle | null | undefined;
  readonly location?: { readonly coordinates: readonly [number, number] } | null | undefined;
  readonly pharmacist?: string | null | undefined;
  readonly isPartner?: boolean | undefined;
  readonly onDuty?: boolean | undefined;
  readonly verified?: boolean | undefined;
}

/** The columns that belong to one type only: the given values for that type, empty for every other type. */
export function columnsOfType(given: Given) {
  const { type, titrePartenaire, location, pharmacist, isPartner, onDuty, verified } = given;
  const isPharmacy = type === 'pharmacy';
  const isPrescriber = type === 'partnerDoctor';
  const [longitude, latitude] = (isPharmacy && location?.coordinates) || [null, null];
  return {
    titrePartenaire: isPrescriber ? (titrePartenaire ?? null) : null,
    verified: isPrescriber && verified === true,
    pharmacist: isPharmacy ? (pharmacist ?? null) : null,
    isPartner: isPharmacy && isPartner === true,
    onDuty: isPharmacy && onDuty === true,
    longitude,
    latitude,
  };
}

/**
 * Super administrators are created and changed only by the server's own command (rule 25).
 * @throws 403 FORBIDDEN when one of the types is superAdmin
 */
export function refuseSuperAdmin(...types: readonly (UserType | undefined)[]): void {
  if (types.includes('superAdmin')) throw new Refusal('FORBIDDEN');
}
