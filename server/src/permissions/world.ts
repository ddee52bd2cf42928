import type { EndpointName } from '@amasin/domain/contract/endpoints.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { buildUser } from '../builders/user.ts';
import type { UserRow } from '../database/schema/users.ts';
import { hashPassword } from '../session/passwords.ts';
import { insertSession } from '../session/queries.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

export const PASSWORD = 'mot de passe';

/** An answer that somebody got, kept until everything is over and looked through for what they may not read. */
export interface Given {
  readonly name: EndpointName;
  /** Null where the call is open to everybody. */
  readonly reader: UserRow | null;
  readonly text: string;
}

/** The server with two people of each kind, and what has been asked of it so far. */
export interface World {
  readonly server: TestApp;
  readonly people: Readonly<Record<UserType, { owner: UserRow; stranger: UserRow }>>;
  readonly passwordHash: string;
  readonly given: Given[];
  requests: number;
  /** A telephone that nobody has. */
  newPhone(): string;
}

export async function openWorld(): Promise<World> {
  // Every request comes from one address.
  const server = await startTestApp({ settings: { addressLimit: 100_000 } });
  const people = {} as Record<UserType, { owner: UserRow; stranger: UserRow }>;
  for (const type of userTypes) {
    people[type] = {
      owner: await buildUser(server.db, { type }),
      stranger: await buildUser(server.db, { type }),
    };
  }
  let phones = 0;
  return {
    server,
    people,
    passwordHash: await hashPassword(PASSWORD),
    given: [],
    requests: 0,
    newPhone: () => `+22901${5_500_000_000 + ++phones}`,
  };
}

/** A session that lives for so many ms still; none with 0. */
export async function sessionFor({ server }: World, row: UserRow, ms: number): Promise<Visitor> {
  const token = newToken();
  const createdAt = server.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ms);
  await insertSession(server.db, { tokenHash: tokenHash(token), userId: row.id, createdAt, expiresAt });
  return { row, token };
}
