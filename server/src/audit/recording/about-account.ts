import type { UserRow } from '../../database/schema/users.ts';

/** The subject of a line about an account; that of a customer is shown to them too. */
export function aboutAccount({ id, type }: Pick<UserRow, 'id' | 'type'>) {
  return { kind: 'user' as const, id, customerId: type === 'customer' ? id : null };
}
