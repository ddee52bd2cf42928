import { createHash } from 'node:crypto';
import type { User } from '@amasin/domain/users/user.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { presentUser } from '../../people/present.ts';

/** An account as the super administrator reads it, with the version that a change of it may name. */
export function presentAccount(row: UserRow): User & { version: string } {
  return { ...presentUser(row), version: versionOf(row) };
}

/** Differs when a field that the super administrator edits differs; a pharmacy changes `onDuty` itself. */
export function versionOf(row: UserRow): string {
  const { onDuty: _, ...edited } = presentUser(row);
  return createHash('sha256').update(JSON.stringify(edited)).digest('base64url').slice(0, 22);
}
