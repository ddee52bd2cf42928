import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { buildApp } from '../http/app.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { fillWithOrders, people } from './many-orders.fixture.ts';

export type Reader = keyof typeof people;

/** Starts a server over the orders of these customers, with one on a single connection, whose statistics can be read after each call. */
export function startOverOrders(customers?: number) {
  let app: TestApp;
  let one: OpenDatabase;
  let onOne: FastifyInstance;
  const visitors: Partial<Record<Reader, Visitor>> = {};

  beforeAll(async () => {
    app = await startTestApp();
    await fillWithOrders(app.pool, customers);
    const { rows } = await app.db.execute<Visitor['row']>(
      sql`select * from users where id = any(${sql.param(Object.values(people))}::uuid[])`,
    );
    for (const row of rows) visitors[row.type as Reader] = await app.session(row);
    one = openDatabase({ connectionString: String(app.pool.options.connectionString), max: 1 }, () => {});
    onOne = await buildApp({ ...app.ctx, db: one.db }, { logger: false, trustProxy: 0 });
  });
  afterAll(async () => {
    await onOne.close();
    await one.close();
    await app.close();
  });

  const tokenOf = (reader: Reader) => visitors[reader]?.token;
  return {
    get app() {
      return app;
    },
    get one() {
      return one;
    },
    get onOne() {
      return onOne;
    },
    tokenOf,
    async get(reader: Reader, path: string) {
      // The usual times are kept for a minute.
      if (path.endsWith('-time')) app.clock.advance(60);
      const headers = { authorization: `Bearer ${tokenOf(reader)}` };
      const response = await onOne.inject({ method: 'GET', url: `/api${path}`, headers });
      expect([path, response.statusCode]).toEqual([path, 200]);
      return response.json();
    },
    /** Rows of tables and entries of indexes that the connection has read. */
    async countRead(): Promise<number> {
      await one.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await one.pool.query(
        `select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)::int
           + (select sum(idx_tup_read) from pg_stat_user_indexes)::int as n`,
      );
      return rows[0].n;
    },
  };
}

const { deliveryPerson } = people;

/** Each list, filter, count and search, with who reads it. */
export const lists: readonly [Reader, string][] = [
  ['customer', '/orders'],
  ['customer', '/orders?limit=10'],
  ['customer', '/orders?q=1000'],
  ['customer', '/stats/dashboard'],
  ['customer', '/orders/reading-time'],
  ['customer', '/prescriptions/open'],
  ['pharmacy', '/orders'],
  ['pharmacy', '/orders?state=ended'],
  ['pharmacy', '/orders?state=delivering'],
  ['pharmacy', '/orders?q=ayedoun'],
  ['pharmacy', '/orders?todo=true'],
  ['deliveryPerson', '/orders'],
  ['deliveryPerson', '/orders?todo=true'],
  ['deliveryPerson', '/orders?state=ended'],
  ['agent', '/orders'],
  ['agent', '/orders?state=ended'],
  ['agent', '/orders?sort=oldest'],
  ['agent', '/orders?state=pre-treatment&sort=oldest'],
  ['supervisor', '/orders'],
  ['supervisor', '/orders?state=pending'],
  ['supervisor', '/orders?state=ended&limit=20'],
  ['supervisor', '/orders?state=pre-treatment&sort=oldest'],
  ['supervisor', '/orders?sort=oldest'],
  ['supervisor', '/orders?todo=true'],
  ['supervisor', `/orders?deliveryPerson=${deliveryPerson}`],
  ['supervisor', `/orders?deliveryPerson=${deliveryPerson}&state=delivering`],
  ['supervisor', '/orders?date=2026-11-02'],
  ['supervisor', '/orders?date=2026'],
  ['supervisor', '/orders?q=CMD-1071234'],
  ['supervisor', '/orders?q=71234'],
  ['supervisor', '/orders?q=cmd'],
  ['supervisor', '/orders?q=ayedoun'],
  ['supervisor', '/orders?q=personne'],
  ['supervisor', '/orders/caller?phone=97000002'],
  // A third of all customers, and all of them.
  ['supervisor', '/orders?q=codjo'],
  ['supervisor', '/orders?q=codjo&state=ended'],
  ['supervisor', '/orders?q=o'],
  ['supervisor', '/stats/orders'],
  ['superAdmin', '/stats/dashboard'],
  ['superAdmin', '/stats/users'],
  ['superAdmin', '/stats/days'],
  ['superAdmin', '/stats/owner'],
  ['supervisor', '/prescriptions'],
  ['supervisor', '/prescriptions?used=true'],
  ['supervisor', '/prescriptions?used=false'],
  ['supervisor', '/prescriptions?q=ORD-00071234'],
  ['supervisor', '/prescriptions?q=afi'],
  ['supervisor', '/prescriptions?q=dossou'],
  ['supervisor', '/prescriptions?q=personne'],
  ['supervisor', '/prescriptions?q=o'],
  ['agent', '/prescriptions'],
  ['agent', '/prescriptions?used=true'],
  ['agent', '/prescriptions?used=false'],
  ['agent', '/prescriptions?q=ORD-00071232'],
  ['agent', '/prescriptions?q=dossou'],
  ['partnerDoctor', '/prescriptions/my'],
  ['partnerDoctor', '/prescriptions/my?q=dossou'],
  ['partnerDoctor', '/prescriptions/my?q=bio'],
  ['partnerDoctor', '/prescriptions/my?q=o'],
  ['partnerDoctor', '/chat/doctor/my-chats'],
  ['partnerDoctor', '/benefics/partner/earnings'],
  ['partnerDoctor', '/statements'],
  ['partnerDoctor', '/statements/2026-10'],
  // The first pharmacy has half of the orders.
  ['pharmacy', '/statements'],
  ['pharmacy', '/statements/2026-10'],
  ['superAdmin', `/statements?id=${people.pharmacy}`],
  ['superAdmin', '/users'],
  ['superAdmin', '/users?type=customer&active=true'],
  ['superAdmin', '/users?active=false'],
  ['superAdmin', '/users?q=ayedoun'],
  ['superAdmin', '/users?q=almeida'],
  ['superAdmin', '/users?q=o'],
  ['supervisor', '/users/type/pharmacy'],
  ['supervisor', '/notifications'],
  ['superAdmin', '/audit'],
  ['superAdmin', '/audit?group=changes'],
  // The lines of these groups are few.
  ['superAdmin', '/audit?group=money'],
  ['superAdmin', '/audit?group=security'],
  ['superAdmin', '/audit?kind=payout'],
  ['superAdmin', '/audit?from=2026-11-02&to=2026-11-02'],
  ['superAdmin', `/audit?actor=${deliveryPerson}`],
  ['superAdmin', `/audit?customer=${people.customer}`],
  ['superAdmin', '/audit?subject=CMD-1071234'],
  ['customer', '/audit/mine'],
  ['supervisor', '/medications/to-review'],
  ['supervisor', '/insurances/to-check'],
  ['supervisor', '/payments/review'],
  ['superAdmin', '/benefics/payouts'],
  ['superAdmin', '/benefics/superadmin'],
];
