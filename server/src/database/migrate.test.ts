import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { migrateDatabase } from './migrate.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const applied = async () =>
  (await server.pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows;

it('skips applied migrations: they are identified by time, not by name', async () => {
  const before = await applied();
  await migrateDatabase(server.pool);
  expect(await applied()).toEqual(before);
  // 0002 was called 0002_walls.sql in the first versions.
  expect(before[2]).toEqual({
    hash: 'a3dfeef275721a4237035af8ebbf12bef257f29b1d9ef08e377b2ef15f95fba9',
    created_at: '1795167956364',
  });
});
it('0043 makes one notification of those of an order', async () => {
  const me = await server.signIn('customer');
  const order = await buildOrder(server.db, { customerId: me.row.id });
  const insert = (title: string, link: string, minute: number, isRead: boolean) =>
    server.pool.query(
      `insert into notifications (id, user_id, title, message, link, is_read, created_at)
       values (gen_random_uuid(), $1, $2, '', $3, $4, '2026-11-20T09:00:00Z'::timestamptz + make_interval(mins => $5))`,
      [me.row.id, title, link, isRead, minute],
    );
  const link = `/tracking?order=${order.id}`;
  await insert('Paiement reçu', link, 1, false);
  await insert('Sans commande', '/dashboard?chat=1', 2, false);
  await insert('Paiement à vérifier', link, 3, true);
  await insert('En route', link, 4, true);
  await insert('Commande livrée', link, 5, true);

  const path = new URL('./migrations/0043_notices-left-out-pharmacists.sql', import.meta.url);
  const statements = readFileSync(path, 'utf8').split('--> statement-breakpoint');
  // The others change the tables.
  const first = statements.findIndex((one) => one.includes('DISABLE TRIGGER'));
  const moving = statements.slice(first, first + 4);
  expect(moving.at(-1)).toContain('ENABLE TRIGGER');
  for (const statement of moving) await server.pool.query(statement);

  const { notifications, total, unread } = (await server.call(me, 'GET', '/notifications')).body;
  expect({ total, unread }).toEqual({ total: 3, unread: 2 });
  expect(notifications).toMatchObject([
    { title: 'Commande livrée', isRead: false, earlier: [{ title: 'En route' }, { title: 'Paiement reçu' }] },
    { title: 'Paiement à vérifier', earlier: [] },
    { title: 'Sans commande', earlier: [] },
  ]);
});

it('0059 dates entries and ended orders, and counts the months of pharmacies', async () => {
  const filled = await startTestApp();
  onTestFinished(() => filled.close());
  const { pool, db } = filled;
  const { pharmacyId } = await buildOrder(db, { state: 'ended' });
  // In November in Benin.
  const createdAt = new Date('2026-10-31T21:45:00Z');
  await buildOrder(db, { state: 'ended', pharmacyId, createdAt });
  await buildOrder(db, { state: 'pending' });
  const read = async () => [
    (await pool.query('select id, at from entries order by id')).rows,
    (await pool.query('select id, ended_at from orders order by id')).rows,
    (
      await pool.query(
        `select user_id, state, sum(n) as n, sum(medicines_fcfa) as sum from count_lines
         where scope = 'pharmacyMonth' group by 1, 2 order by 1, 2`,
      )
    ).rows,
    (
      await pool.query(
        'select day, state, sum(commission_fcfa) from day_count_lines group by 1, 2 order by 1, 2',
      )
    ).rows,
  ];
  const before = await read();
  expect(before[2]).toMatchObject([{ user_id: pharmacyId, state: '2026-11', n: '2' }]);
  await pool.query(`
    alter table entries disable trigger user;
    alter table orders disable trigger user;
    alter table orders drop constraint orders_ended_at;
    alter table entries alter at drop not null;
    update entries set at = null;
    update orders set ended_at = null;
    delete from counts where scope = 'pharmacyMonth';
    delete from count_changes where scope = 'pharmacyMonth';
    update day_counts set commission_fcfa = 0;
    update day_count_changes set commission_fcfa = 0`);

  const path = new URL('./migrations/0059_ended-orders.sql', import.meta.url);
  const filling = readFileSync(path, 'utf8')
    .split('--> statement-breakpoint')
    .filter((one) => /^\s*(UPDATE|INSERT)/.test(one));
  expect(filling).toHaveLength(4);
  for (const statement of filling) await pool.query(statement);
  expect(await read()).toEqual(before);
});
