import { eq } from 'drizzle-orm';
import { type UserRow, users } from '../database/schema/users.ts';
import { tokenHash } from '../session/tokens.ts';
import type { Visitor } from '../testing/test-app.ts';
import { ask } from './ask.ts';
import { sessionFor, type World } from './world.ts';

/** A session that its user ended through the API. */
export async function revokedSession(world: World, row: UserRow): Promise<Visitor> {
  const visitor = await world.server.session(row);
  const { status } = await ask(world, 'logout', visitor, {});
  if (status !== 204) throw new Error(`POST /auth/logout returned ${status}`);
  return visitor;
}

/** A session that has just expired. */
export function expiredSession(world: World, row: UserRow): Promise<Visitor> {
  return sessionFor(world, row, 0);
}

/** Invalid Authorization headers, made from a valid token. */
export function invalidHeaders({ token }: Visitor): string[] {
  const last = token.endsWith('A') ? 'B' : 'A';
  return [
    '',
    'Bearer',
    'Bearer null',
    token,
    `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.slice(0, -1)}${last}`,
    `Bearer ${token} ${token}`,
    // The stored token hash is not a token.
    `Bearer ${tokenHash(token)}`,
    "Bearer ' or '1'='1",
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJ0eXBlIjoic3VwZXJBZG1pbiJ9.',
  ];
}

/** Runs `act` while an account is deactivated. */
export async function whileDisabled(world: World, { id }: UserRow, act: () => Promise<void>): Promise<void> {
  const set = (active: boolean) => world.server.db.update(users).set({ active }).where(eq(users.id, id));
  await set(false);
  try {
    await act();
  } finally {
    await set(true);
  }
}
