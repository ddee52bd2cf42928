import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import type { Database } from '../database/database.ts';
import { onOneConnection } from '../database/transaction.ts';
import { insertSession } from '../session/queries.ts';
import { tokenHash } from '../session/tokens.ts';
import { brokenInvariants } from './invariants.ts';
import { startTestApp, type TestApp, type Visitor } from './test-app.ts';

// Each of these invariants reports a database that breaks it.

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

/** Reports the invariants that this change breaks, then undoes it. */
const reportedAfter = (change: (tx: Database) => Promise<unknown>) =>
  onOneConnection(server.db, async (tx) => {
    await tx.execute(sql`begin`);
    try {
      await change(tx);
      return await brokenInvariants(tx);
    } finally {
      await tx.execute(sql`rollback`);
    }
  });

describe('I11', () => {
  let person: Visitor;
  const open = (token: string, createdAt: Date) => (tx: Database) =>
    insertSession(tx, {
      tokenHash: tokenHash(token),
      userId: person.row.id,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 3600_000),
    });
  const reported = [
    expect.stringMatching(/^I11 a deactivated or removed account has no session from before: /),
  ];

  beforeEach(async () => {
    person = await server.signIn('agent');
    server.clock.advance(60);
    const path = `/users/${person.row.id}/toggle-active`;
    expect((await server.call(admin, 'PATCH', path, { active: false })).status).toBe(200);
  });

  it('reports a session that a deactivation left', async () => {
    const before = new Date(server.clock.now().getTime() - 60_000);
    expect(await reportedAfter(open('left', before))).toEqual(reported);
  });

  it('accepts the session of a deactivated person who signed in again (rule 24)', async () => {
    expect(await reportedAfter(open('again', server.clock.now()))).toEqual([]);
  });

  it('reports any session of a removed person', async () => {
    const removed = async (tx: Database) => {
      await tx.execute(sql`update users set phone = null where id = ${person.row.id}`);
      await open('removed', server.clock.now())(tx);
    };
    expect(await reportedAfter(removed)).toEqual(reported);
  });
});

describe('I13', () => {
  const reported = [
    expect.stringMatching(/^I13 no two users share a phone, and each is kept in its normalised form: /),
  ];

  it('reports two users with one phone', async () => {
    const { phone } = await buildUser(server.db, { type: 'customer' });
    const twice = async (tx: Database) => {
      await tx.execute(sql`drop index users_phone_unique`);
      await buildUser(tx, { type: 'customer', phone });
    };
    expect(await reportedAfter(twice)).toEqual(reported);
  });

  it.each(['0197000001', '+2290101970000012', '+229 01 97 00 00 01'])(
    'reports another writing: %s',
    async (phone) => {
      const other = async (tx: Database) => {
        await tx.execute(sql`alter table users drop constraint users_phone_form`);
        await buildUser(tx, { type: 'customer', phone });
      };
      expect(await reportedAfter(other)).toEqual(reported);
    },
  );

  it('accepts removed people, who have no phone', async () => {
    const removed = (tx: Database) => buildUser(tx, { type: 'customer', phone: null, active: false });
    expect(
      await reportedAfter(async (tx) => {
        await removed(tx);
        await removed(tx);
      }),
    ).toEqual([]);
  });
});
