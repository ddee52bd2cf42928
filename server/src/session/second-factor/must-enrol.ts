import type { SystemCtx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';

/** Whether this person may do nothing before they have activated the second step of signing in. */
export function mustEnrol(
  { settings }: Pick<SystemCtx, 'settings'>,
  { type, hasSecondFactor }: Pick<UserRow, 'type' | 'hasSecondFactor'>,
): boolean {
  return settings.secondFactorRequired && type === 'superAdmin' && !hasSecondFactor;
}
