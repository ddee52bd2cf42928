import type { UserType } from '@amasin/domain/users/user-type.ts';
import { Refusal } from '../../refusal.ts';

/** Super administrators are made, and changed, by the server's own command only (RULES 25). */
export function refuseSuperAdmin(...types: readonly (UserType | undefined)[]): void {
  if (types.includes('superAdmin')) throw new Refusal('FORBIDDEN');
}
