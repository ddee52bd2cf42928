import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { smsMoments } from '@amasin/domain/sms/kinds.ts';
import { consentVersions } from '@amasin/domain/users/consent.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { audit } from '../database/schema/audit.ts';
import { users } from '../database/schema/users.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, placePaidOrder } from '../testing/pay.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { findTraces } from '../testing/traces.ts';
import { smallPdf, upload } from '../testing/upload.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { buildWholePerson, expectForgotten, PASSWORD, words } from './whole-person.fixture.ts';

const deleteOwn = (server: TestApp, who: Visitor | null, password = PASSWORD) =>
  server.call(who, 'POST', '/users/me/delete', { password });

describe('a customer of whom everything is known', () => {
  let server: TestApp;
  let customer: Visitor;

  beforeAll(async () => {
    server = await startTestApp({ settings: { smsMoments: [...smsMoments] } });
    customer = await buildWholePerson(server);
  });
  afterAll(() => server.close());

  it('is in the rows and files that are searched', async () => {
    const found = new Set(Object.values(await findTraces(server, words)).flat());
    expect([...found].sort()).toEqual(Object.keys(words).sort());
  });

  const notExported: readonly (keyof typeof words)[] = [
    // Masked, as on the screens.
    'paying phone',
    // What the house noted for its accounts.
    'note on a cancellation',
    'note on a refund',
    'note on a review',
    'note of a courier',
    'push address',
    // Files are listed by their key.
    'photo of an order',
    'photo of a cancelled order',
    'file of the old card',
    'file of the new card',
    'file of a message',
    'photo of a box',
    'photo of a declared box',
    'unused upload',
  ];

  it('takes all of it away, as a file and on paper', async () => {
    const read = (path: string) =>
      server.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${customer.token}` } });
    const text = (await read('/users/me/export')).body;
    const paper = (await readPages((await read('/users/me/export/pdf')).rawPayload))
      .join(' ')
      .replace(/\s/g, '');
    for (const [called, word] of Object.entries(words)) {
      const isExported = !notExported.some((name) => name === called);
      expect([called, text.includes(word)]).toEqual([called, isExported]);
      expect([called, paper.includes(word.replace(/\s/g, ''))]).toEqual([called, isExported]);
    }
  });

  it('is forgotten once she has deleted her account, except for what must stay', async () => {
    const { id } = customer.row;
    expect(await deleteOwn(server, customer)).toMatchObject({ status: 204, body: null });
    expect((await server.call(customer, 'GET', '/auth/me')).status).toBe(401);
    await expectForgotten(server);
    const lines = await server.db
      .select()
      .from(audit)
      .where(and(eq(audit.subjectId, id), eq(audit.action, 'delete'), eq(audit.subjectKind, 'user')));
    expect(lines).toMatchObject([{ actorId: id, actorType: 'customer' }]);
    const admin = await server.signIn('superAdmin');
    const { lines: said } = (await server.call(admin, 'GET', `/audit?subject=${id}`)).body;
    expect(said[0]).toMatchObject({ author: 'Compte supprimé', text: 'a supprimé son compte' });
  });
});

describe('deleting one’s own account', () => {
  let server: TestApp;
  let passwordHash: string;

  beforeAll(async () => {
    server = await startTestApp();
    passwordHash = await quickHash(PASSWORD);
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });

  const signIn = (type: UserType = 'customer') => server.signIn(type, { passwordHash });
  const rowOf = async ({ row }: Visitor) =>
    (await server.db.select().from(users).where(eq(users.id, row.id)))[0];
  const isGone = async (who: Visitor) => ((await rowOf(who))?.phone ?? null) === null;
  const stored = async (who: Visitor) => {
    const ownerOf = {
      payments: 'customer_id',
      orders: 'customer_id',
      consultations: 'patient_id',
      consents: 'user_id',
      insurance_cards: 'owner_id',
      addresses: 'owner_id',
      files: 'owner_id',
    };
    const counts = Object.entries(ownerOf).map(
      ([table, owner]) => `select count(*)::int as n from ${table} where ${owner} = $1`,
    );
    const { rows } = await server.pool.query(
      `select sum(n)::int as n from (${counts.join(' union all ')}) each`,
      [who.row.id],
    );
    return rows[0].n;
  };

  it('ends every session, and her telephone opens a new account', async () => {
    const here = await signIn();
    const elsewhere = await server.session(here.row);
    expect((await deleteOwn(server, here)).status).toBe(204);
    for (const who of [here, elsewhere]) expect((await server.call(who, 'GET', '/auth/me')).status).toBe(401);
    expect((await deleteOwn(server, here)).status).toBe(401);
    const again = { name: 'Rosine', phone: here.row.phone, password: 'secret' };
    expect((await server.call(null, 'POST', '/auth/register', again)).status).toBe(201);
  });

  it.each(userTypes.filter((type) => type !== 'customer'))('is not for a %s', async (type) => {
    const who = await signIn(type);
    expect(await deleteOwn(server, who)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await isGone(who)).toBe(false);
  });

  it('needs the password, and counts wrong ones with those of signing in', async () => {
    const who = await signIn();
    for (const body of [{}, { password: '' }])
      expect((await server.call(who, 'POST', '/users/me/delete', body)).status).toBe(422);
    for (let n = 0; n < 10; n += 1)
      expect(await deleteOwn(server, who, 'faux')).toMatchObject({
        status: 422,
        body: { code: 'WRONG_PASSWORD' },
      });
    const late = await deleteOwn(server, who);
    expect([late.status, late.headers['retry-after']]).toEqual([429, '900']);
    expect(await isGone(who)).toBe(false);
  });

  it('is refused when the password was changed meanwhile', async () => {
    const who = await signIn();
    const other = await quickHash('autre');
    const refused = await whileLocked(server.pool, {
      first: { text: 'update users set password_hash = $1 where id = $2', values: [other, who.row.id] },
      second: () => deleteOwn(server, who),
    });
    expect(refused.body.code).toBe('WRONG_PASSWORD');
  });

  it('twice at once deletes it once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = await signIn();
      await buildOrder(server.db, { state: 'ended', customerId: who.row.id });
      const statuses = (await Promise.all([deleteOwn(server, who), deleteOwn(server, who)])).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).toEqual([204, 401]);
    }
  });

  /** Each begins before the deletion is committed, and must store nothing of hers after it. */
  const concurrent: Record<string, (who: Visitor) => Promise<() => Promise<Seen>>> = {
    'a payment': async (who) => {
      const { order } = await fillBasket(server);
      return () => server.call(who, 'POST', '/payments', { order });
    },
    'a photographed order': async (who) => {
      const { order } = await fillBasket(server);
      const { key: url } = await buildFile(server.db, { ownerId: who.row.id });
      const prescription = { type: 'physical', url };
      return () => server.call(who, 'POST', '/orders', { ...order, prescription });
    },
    'a consultation': async (who) => {
      const body = { patientName: 'Rosine', initialMessage: 'Bonjour' };
      return () => server.call(who, 'POST', '/chat/start', body);
    },
    'an address': async (who) => {
      const { id: zone } = await buildZone(server.db);
      const body = { name: 'Maison', zone, sector: null, address: 'Portail gris' };
      return () => server.call(who, 'POST', '/addresses', body);
    },
    'a card': async (who) => {
      const { key: url } = await buildFile(server.db, { ownerId: who.row.id, category: 'insurance' });
      return () => server.call(who, 'POST', '/insurances', { label: 'Mutuelle', taux: 80, url });
    },
    'an upload': async (who) => {
      const pdf = { name: 'ordonnance.pdf', says: 'application/pdf' };
      return () => upload(server, who, smallPdf, pdf);
    },
    'a consent': async (who) => {
      const body = { purpose: 'health', version: consentVersions.health };
      return () => server.call(who, 'POST', '/users/me/consents', body);
    },
    'other details': async (who) => () =>
      server.call(who, 'PUT', '/users/update/me', { name: 'Rosine', email: 'rosine@exemple.bj' }),
  };

  it.each(Object.entries(concurrent))('%s that waits for it stores nothing', async (_, prepare) => {
    const who = await signIn();
    const run = await prepare(who);
    const before = await stored(who);
    const refused = await whileLocked(server.pool, {
      first: {
        text: 'update users set phone = null, name = $1, active = false where id = $2',
        values: ['x', who.row.id],
      },
      second: run,
      meanwhile: () => server.pool.query('delete from sessions where user_id = $1', [who.row.id]),
    });
    expect([401, 403]).toContain(refused.status);
    expect(await stored(who)).toBe(before);
    expect((await rowOf(who))?.name).toBe('x');
  });

  it('at the same time as a payment leaves the account and the payment, or neither', async () => {
    for (let round = 0; round < 20; round += 1) {
      const who = await signIn();
      const { order } = await fillBasket(server);
      const calls = [() => deleteOwn(server, who), () => server.call(who, 'POST', '/payments', { order })];
      if (round % 2 === 1) calls.reverse();
      const seen = await Promise.all(calls.map((run) => run()));
      const [deleted, paid] = round % 2 === 1 ? seen.reverse() : seen;
      expect(['204 401', '409 201']).toContain(`${deleted?.status} ${paid?.status}`);
      expect([await isGone(who), await stored(who)]).toEqual(
        deleted?.status === 204 ? [true, 0] : [false, 1],
      );
    }
  });

  describe('says what is open', () => {
    const openOf = async (who: Visitor) => {
      const { status, body } = await deleteOwn(server, who);
      expect([status, body.code]).toEqual([409, 'OPEN_ORDERS']);
      expect(await isGone(who)).toBe(false);
      return { message: body.message, open: body.open };
    };

    it.each([
      ['pre-treatment', 'unpaid'],
      ['pending', 'order'],
      ['delivered', 'order'],
    ] as const)('an order that is %s', async (state, kind) => {
      const who = await signIn();
      const { id: _id, number } = await buildOrder(server.db, { state, customerId: who.row.id });
      expect(await openOf(who)).toEqual({
        message: `Encore en cours pour ce compte : la commande ${number}`,
        open: [{ kind, order: { _id, number } }],
      });
    });

    it('a payment whose order is not made yet', async () => {
      const who = await signIn();
      const { order } = await fillBasket(server);
      await openPayment(server, who, { order });
      expect(await openOf(who)).toEqual({
        message: 'Encore en cours pour ce compte : un paiement',
        open: [{ kind: 'payment', order: null, until: '2026-11-20T11:00:00.000Z' }],
      });
    });

    it('a payment of an open order once, and a refund that is on its way', async () => {
      const who = await signIn();
      const unpaid = await buildOrder(server.db, { state: 'pre-treatment', customerId: who.row.id });
      await openPayment(server, who, { orderId: unpaid.id });
      const paid = await placePaidOrder(server, who);
      const supervisor = await server.signIn('supervisor');
      const body = { reason: 'unreachable' };
      expect((await server.call(supervisor, 'POST', `/orders/${paid._id}/cancellation`, body)).status).toBe(
        200,
      );
      expect((await openOf(who)).open).toEqual([
        { kind: 'unpaid', order: { _id: unpaid.id, number: unpaid.number } },
        { kind: 'refund', order: { _id: paid._id, number: paid.number } },
      ]);
    });
  });
});
