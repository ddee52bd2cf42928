import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { EndpointName } from '@amasin/domain/endpoints.ts';
import { v7 } from 'uuid';
import { buildUser, longAgo } from '../builders/user.ts';
import type { UserRow } from '../database/schema/users.ts';
import { noPush } from '../notifications/push.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import { insertSession } from '../session/queries.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, TEST_SECRET, type TestApp, type Visitor } from '../testing/test-app.ts';

export const PASSWORD = 'mot de passe';

/** A successful response, recorded for the final search for leaks. */
export interface RecordedResponse {
  readonly name: EndpointName;
  /** Null for a public call. */
  readonly reader: UserRow | null;
  readonly text: string;
}

/** The server, two users of each type and the recorded responses. */
export interface World {
  readonly server: TestApp;
  readonly people: Readonly<Record<UserType, { owner: UserRow; stranger: UserRow }>>;
  readonly passwordHash: string;
  readonly responses: RecordedResponse[];
  requests: number;
  /** An unused phone. */
  newPhone(): string;
}

/** The authorisation of a pharmacy. */
export const licence = {
  licenceNumber: 'Arrêté 123',
  licenceFrom: '2024-01-01',
  licenceUntil: '2027-12-31',
  orderNumber: '456',
};

/** The optional fields of a user of this type. */
export const detailsOf = (type: UserType) => ({
  address: 'Akpakpa, rue 12',
  latitude: 6.37,
  longitude: 2.39,
  ...(type === 'pharmacy' && { pharmacist: 'Rosine Agossou', ...licence }),
  ...(type === 'customer' && { email: `client-${v7()}@exemple.bj`, phoneProvenAt: longAgo }),
});

export async function openWorld(): Promise<World> {
  // All requests have the same address.
  const server = await startTestApp({
    settings: { payouts: 'provider' },
    limits: { accountsPerAddress: 100_000 },
    push: { ...noPush, publicKey: 'B'.repeat(87) },
  });
  const { db, clock } = server;
  Object.assign(server.ctx, {
    payments: sandboxProvider({ db, clock, secret: TEST_SECRET, hasOperators: true }),
  });
  const people = {} as Record<UserType, { owner: UserRow; stranger: UserRow }>;
  for (const type of userTypes) {
    people[type] = {
      owner: await buildUser(server.db, { ...detailsOf(type), type }),
      stranger: await buildUser(server.db, { ...detailsOf(type), type }),
    };
  }
  let phones = 0;
  return {
    server,
    people,
    passwordHash: await quickHash(PASSWORD),
    responses: [],
    requests: 0,
    newPhone: () => `+22901${88_000_000 + ++phones}`,
  };
}

/** The user of this type who makes the call of a scenario. */
export const callerOf = async (
  { server, people }: World,
  { removesCaller }: { readonly removesCaller?: true },
  type: UserType,
): Promise<UserRow> =>
  removesCaller ? buildUser(server.db, { ...detailsOf(type), type }) : people[type].owner;

/** A session that expires in this many ms; already expired with 0. */
export async function sessionFor({ server }: World, row: UserRow, ms: number): Promise<Visitor> {
  const token = newToken();
  const createdAt = server.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ms);
  await insertSession(server.db, { tokenHash: tokenHash(token), userId: row.id, createdAt, expiresAt });
  return { row, token };
}
