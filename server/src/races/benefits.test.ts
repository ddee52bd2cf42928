import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { buildApp } from '../http/app.ts';
import { shuffled, times } from '../testing/http.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let earnings: Earnings;
let admins: Visitor[];
let supervisors: Visitor[];

startServer({}, async () => {
  earnings = await prepareEarnings(server.db);
  admins = [await server.signIn('superAdmin'), await server.signIn('superAdmin')];
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
});

const newDoctor = () => server.signIn('partnerDoctor', { verified: true });
/** A verified partner with this balance, FCFA. */
async function partnerOwed(amount: number): Promise<Visitor> {
  const doctor = await newDoctor();
  await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
const figures = async (doctor: Visitor) => (await call(doctor, 'GET', '/benefics/partner')).body;
const end = (who: number, id: string) =>
  call(supervisors[who]!, 'PATCH', `/orders/${id}/status`, { status: 'ended' });
const pay = (who: number, list: readonly (readonly [Visitor, number])[], key?: string) =>
  call(
    admins[who]!,
    'POST',
    '/benefics/pay/partner',
    list.map(([{ row }, amount]) => ({ idPartner: row.id, amount })),
    key === undefined ? {} : { 'idempotency-key': key },
  );

// « Terminer » is clicked twice, each followed by a calculation; two other calculations do not wait.
race('`ended` twice and calculateBenefics four times: one split, one notice, the same amounts', {
  together: 3,
  given: async () => {
    const doctor = await newDoctor();
    const { id } = await earnings.order(doctor.row.id, 1_235, 'delivered');
    const partner = { idPartner: doctor.row.id, amount: 617 };
    return { doctor, id, benefic: { orderId: id, commission: 1_235, partner, platform: 618 } };
  },
  callers: ({ id, benefic }) => {
    const calculate = (who: number) => call(supervisors[who]!, 'POST', `/benefics/calculateBenefics/${id}`);
    const endAndCalculate = (who: number) => async () => {
      expect([200, 409]).toContain((await end(who, id)).status);
      // One of the calls has ended it by now.
      expect((await calculate(who)).body).toEqual({ success: true, benefic });
    };
    const calculateEarly = (who: number) => async () => {
      const { status, body } = await calculate(who);
      if (status === 200) expect(body).toEqual({ success: true, benefic });
      else expect([status, body.code]).toEqual([409, 'ORDER_NOT_ENDED']);
    };
    return [endAndCalculate(0), endAndCalculate(1), calculateEarly(0), calculateEarly(1)];
  },
  invariant: async (_, { doctor, id }) => {
    expect(await count(`journals where order_id = $1 and kind = 'ending'`, [id])).toBe(1);
    expect(await count('notifications where user_id = $1', [doctor.row.id])).toBe(1);
    expect(await figures(doctor)).toEqual({ total: 617, totalPaid: 0, pending: 617, held: 0 });
  },
});

describe('paying out', () => {
  race('the same list by one user with a key: paid once', {
    together: 4,
    given: async (round) => ({
      doctor: await partnerOwed(1_000),
      key: `round ${round}`,
    }),
    // Half of the balance, so that two payouts would both be possible.
    callers: ({ doctor, key }) => times(3, () => () => pay(0, [[doctor, 500]], key)),
    invariant: async (responses, { doctor, key }) => {
      const paid = responses.filter(({ status }) => status === 200);
      expect(paid.length).toBeGreaterThan(0);
      for (const { body } of paid) expect(body).toEqual(paid[0]!.body);
      for (const code of codesOf(responses)) expect([200, 'IN_PROGRESS']).toContain(code);
      expect((await pay(0, [[doctor, 500]], key)).body).toEqual(paid[0]!.body);
      expect(await figures(doctor)).toEqual({ total: 1_000, totalPaid: 500, pending: 500, held: 0 });
    },
  });

  // Together the lists exceed a balance, so one is paid and the other is refused entirely.
  race('two lists of the same partners by two users: never more than the balances', {
    together: 4,
    given: async () => ({ one: await partnerOwed(1_000), two: await partnerOwed(700) }),
    callers: ({ one, two }, round) => [
      () =>
        pay(0, [
          [one, 600],
          [two, 400],
        ]),
      () => pay(1, shuffled([[one, 600] as const, [two, 301] as const], round)),
    ],
    invariant: async (responses, { one, two }) => {
      expect(codesOf(responses)).toEqual([200, 'ALREADY_PAID_OUT']);
      const refused = responses.find(({ status }) => status === 409)!.body.message as string;
      const first = responses[0]!.status === 200;
      expect(refused.replace(/\s/g, ' ')).toMatch(
        first ? /Reste à payer : (400|300) F/ : /Reste à payer : (400|399) F/,
      );
      expect(await figures(one)).toMatchObject({ totalPaid: 600, pending: 400 });
      expect(await figures(two)).toMatchObject({ totalPaid: first ? 400 : 301 });
    },
  });

  const rest = async () => (await call(admins[0]!, 'GET', '/benefics/superadmin')).body.totalToPay;
  // There is only one account, so rounds run one after the other.
  race('the platform’s share is paid once', {
    given: async () => {
      await earnings.order(null, 100);
      return rest();
    },
    callers: (total, round) => {
      const payShare = (who: number, amount: number, key: string) => () =>
        call(admins[who]!, 'POST', '/benefics/pay/superadmin', { amount }, { 'idempotency-key': key });
      const all = `all of ${round}`;
      return [payShare(0, total, all), payShare(1, total, all), payShare(1, 1, `one of ${round}`)];
    },
    invariant: async (responses, total) => {
      const paid = responses.filter(({ status }) => status === 200).map(({ body }) => body.payment.amount);
      expect([[total], [1]]).toContainEqual(paid);
      expect(await rest()).toBe(total - paid[0]);
    },
  });

  it('the platform’s share is paid once when both payments have read it before', async () => {
    await earnings.order(null, 100);
    const amount = await rest();
    const responses = await whileLocked(server.pool, {
      first: { text: 'lock table journals in share mode', values: [] },
      second: () =>
        Promise.all(admins.map((admin) => call(admin, 'POST', '/benefics/pay/superadmin', { amount }))),
    });
    expect(codesOf(responses)).toEqual([200, 'ALREADY_PAID_OUT']);
  });

  race('while orders end: both succeed, with an exact balance', {
    together: 4,
    given: async () => {
      const doctor = await partnerOwed(500);
      const ending = [
        await earnings.order(doctor.row.id, 401, 'delivered'),
        await earnings.order(doctor.row.id, 60, 'delivered'),
      ];
      return { doctor, ending };
    },
    callers: ({ doctor, ending }, round) => [
      () => pay(0, [[doctor, 300]], `first of ${round}`),
      () => pay(1, [[doctor, 200]], `second of ${round}`),
      ...ending.map(
        ({ id }) =>
          () =>
            end(0, id),
      ),
    ],
    invariant: async (responses, { doctor }) => {
      expect(codesOf(responses)).toEqual([200, 200, 200, 200]);
      expect(await figures(doctor)).toEqual({ total: 730, totalPaid: 500, pending: 230, held: 0 });
    },
  });
});

/** When the connection to the database drops: before COMMIT arrives, or before its response is received. */
type Cut = 'before' | 'after';

/** A proxy to the database whose connections can be dropped. */
async function openProxy(target: NetConnectOpts) {
  let cut: Cut | null = null;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const database = connect(target);
    const destroy = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', destroy).on('close', destroy);
    }
    let dropsResponse = false;
    database.on('data', (bytes) => {
      // The database responded, so the transaction is committed.
      if (dropsResponse) destroy();
      else client.write(bytes);
    });
    client.on('data', (bytes) => {
      const found = bytes.includes('commit\0') ? cut : null;
      if (found !== null) cut = null;
      if (found === 'before') return destroy();
      dropsResponse ||= found === 'after';
      database.write(bytes);
    });
  });
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    dropNext: (where: Cut) => {
      cut = where;
    },
    isPending: () => cut !== null,
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

describe('a payout whose connection drops during COMMIT is paid once when it is tried again', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let opened: OpenDatabase;
  let app: Awaited<ReturnType<typeof buildApp>>;

  beforeAll(async () => {
    const client = await server.pool.connect();
    client.release();
    const { host, port, user, password, database } = client as unknown as Record<string, string> & {
      port: number;
    };
    proxy = await openProxy(
      host!.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port },
    );
    opened = openDatabase({ host: '127.0.0.1', port: proxy.port, user, password, database }, () => {});
    app = await buildApp({ ...server.ctx, db: opened.db }, { logger: false, trustProxy: 0 });
  });
  afterAll(async () => {
    await app.close();
    await opened.close();
    proxy.close();
  });

  const payouts = async () =>
    (await rowsOf(`select id from journals where kind = 'payout' order by id`, [])).map(({ id }) => id);

  const rows = (['after', 'before'] as const).flatMap((where) =>
    (['partner', 'superadmin'] as const).map((to) => ({ where, to })),
  );
  it.each(rows)('$where it arrives, to $to', async ({ where, to }) => {
    const doctor = await newDoctor();
    await earnings.order(to === 'partner' ? doctor.row.id : null, 2_000);
    // Each share differs, so that no payout answers for another one.
    const amount = 300 + rows.findIndex((row) => row.where === where);
    const body = to === 'partner' ? [{ idPartner: doctor.row.id, amount }] : { amount };
    const key = { 'idempotency-key': `${where} ${to}` };
    const payOut = async () => {
      const response = await app.inject({
        method: 'POST',
        url: `/api/benefics/pay/${to}`,
        headers: { authorization: `Bearer ${admins[0]!.token}`, ...key },
        payload: body,
      });
      return { status: response.statusCode, body: response.json() };
    };

    const before = (await payouts()).length;
    proxy.dropNext(where);
    expect((await payOut()).body.code).toBe('UNAVAILABLE');
    expect(proxy.isPending()).toBe(false);
    const again = await payOut();
    expect(again.status).toBe(200);
    expect((await payOut()).body).toEqual(again.body);
    const { payments, payment } = again.body;
    expect((await payouts()).slice(before)).toEqual([(payments?.[0] ?? payment)._id]);
  });
});
