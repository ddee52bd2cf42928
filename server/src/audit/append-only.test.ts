import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { audit } from '../database/schema/audit.ts';
import { orderEvents } from '../database/schema/orders.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await buildOrder(t.db, { state: 'delivered' });
});
afterAll(() => t.close());

const statements = ["update audit set details = '{}'", 'delete from audit', 'truncate audit'];

const errorOf = (statement: string) =>
  t.pool.query(statement).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('the journal', () => {
  it.each(statements)('refuses « %s », even of a superuser', async (statement) => {
    expect(await errorOf(statement)).toBe('audit is append-only');
  });

  it.each(statements)('gives the owner of the table no right to « %s »', async (statement) => {
    const owner = `owner_${randomBytes(4).toString('hex')}`;
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(`create role ${owner}`);
      await client.query(`grant create on schema public to ${owner}`);
      await client.query(`alter table audit owner to ${owner}`);
      await client.query(`set local role ${owner}`);
      await client.query(
        'insert into audit (id, at, action, subject_kind, subject_id) values (gen_random_uuid(), now(), $1, $2, $3)',
        ['import', 'catalogue', 'zones'],
      );
      await expect(client.query(statement)).rejects.toThrow('permission denied for table audit');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('has each line of the timeline of an order, under its id, in the same transaction', async () => {
  const events = await t.db.select().from(orderEvents);
  expect(events.length).toBeGreaterThan(3);
  for (const event of events) {
    const [line] = await t.db.select().from(audit).where(eq(audit.id, event.id));
    expect(line).toMatchObject({
      at: event.at,
      actorId: event.actorId,
      action: 'progress',
      subjectKind: 'order',
      subjectId: event.orderId,
      details: { event: event.action },
    });
  }
});
