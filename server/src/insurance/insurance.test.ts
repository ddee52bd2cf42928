import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { markStore } from '../files/house-mark.ts';
import { findFile } from '../files/queries.ts';
import { sweepBytes, sweepUnbound } from '../files/sweep-files.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const RATE = 'Le taux doit être compris entre 5 et 100';
const NO_FILE = 'Fichier requis !';
const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
const EXISTS = { success: false, code: 'CARD_EXISTS', message: "Vous avez déjà une carte d'assurance" };

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  await markStore(server.ctx);
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const read = async (visitor = customer) => (await server.call(visitor, 'GET', '/insurances')).body;
const post = (body: object, visitor = customer) => server.call(visitor, 'POST', '/insurances', body);
const put = (id: string, body: object) => server.call(customer, 'PUT', `/insurances/${id}`, body);
const remove = (id: string) => server.call(customer, 'DELETE', `/insurances/${id}`);
const upload = (given: Parameters<typeof buildFile>[1] = {}) =>
  buildFile(server.db, { ownerId: customer.row.id, category: 'insurance', ...given });
const ownCard = (given: Parameters<typeof buildInsuranceCard>[1] = {}) =>
  buildInsuranceCard(server.db, { ownerId: customer.row.id, ...given });
const isBound = async (key: string) => {
  const [file] = await server.db.select().from(files).where(eq(files.key, key));
  return file?.boundAt != null;
};

it('a card is returned to its owner only', async () => {
  await buildInsuranceCard(server.db);
  expect(await read()).toEqual({ insuranceCards: [], total: 0 });
  const card = await ownCard({ label: null, rate: 37, verified: true });
  const shown = { _id: card.id, label: null, taux: 37, url: card.fileKey, verified: true };
  expect(await read()).toEqual({ insuranceCards: [shown], total: 1 });
});

describe('a new card', () => {
  it('is created unverified and binds its file', async () => {
    const { key } = await upload();
    const { status, body } = await post({ label: ' NSIA ', taux: 80, url: key, verified: true });
    const insuranceCard = { _id: expect.any(String), label: 'NSIA', taux: 80, url: key, verified: false };
    expect({ status, body }).toEqual({ status: 201, body: { insuranceCard } });
    expect(await isBound(key)).toBe(true);
    expect((await read()).insuranceCards).toEqual([body.insuranceCard]);
  });

  it('needs no label', async () => {
    const { key } = await upload();
    expect((await post({ taux: 5, url: key })).body.insuranceCard).toMatchObject({ label: null, taux: 5 });
  });

  it.each([4, 101, 50.5, 'abc', '50', null, undefined, -1, 1e99])(
    'cannot have a rate of %j',
    async (taux) => {
      const { key } = await upload();
      const refusal = { code: 'INVALID', fields: { taux: RATE } };
      expect(await post({ taux, url: key })).toMatchObject({ status: 422, body: refusal });
      expect(await isBound(key)).toBe(false);
    },
  );

  it('needs an insurance file that the caller uploaded and that is not bound yet', async () => {
    const stranger = await server.signIn('customer');
    const wrong = [
      '',
      '   ',
      null,
      undefined,
      7,
      'x'.repeat(10_000),
      v7(),
      '../../etc/passwd',
      "' or '1'='1",
      (await upload({ ownerId: stranger.row.id })).key,
      (await upload({ category: 'prescription' })).key,
      (await upload({ boundAt: server.clock.now() })).key,
    ];
    for (const url of wrong) {
      const { status, body } = await post({ taux: 80, url });
      const refusal = { success: false, code: 'INVALID', message: NO_FILE, fields: { url: NO_FILE } };
      expect([status, body], String(url)).toEqual([422, refusal]);
    }
    expect((await read()).total).toBe(0);
  });

  it('returns 409 when the customer already has one', async () => {
    await ownCard();
    const { key } = await upload();
    expect(await post({ taux: 80, url: key })).toMatchObject({ status: 409, body: EXISTS });
    expect(await isBound(key)).toBe(false);
  });

  it('is created once by twenty concurrent requests; the other files remain unbound', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async () => (await upload()).key));
    const responses = await Promise.all(keys.map((url) => post({ taux: 80, url })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const bound = await Promise.all(keys.map(isBound));
    expect(bound.filter(Boolean)).toHaveLength(1);
  });

  it('is created once when the same form is sent twenty times', async () => {
    const { key } = await upload();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post({ taux: 80, url: key })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await post({ taux: 80, url: key })).toMatchObject({ status: 409, body: EXISTS });
  });

  it('can be created after the previous one was deleted', async () => {
    await remove((await ownCard()).id);
    const { key } = await upload();
    expect((await post({ taux: 80, url: key })).status).toBe(201);
  });
});

describe('an existing card', () => {
  it.each([
    [{ taux: 81 }, false],
    [{ label: 'Autre' }, true],
    [{ label: null }, true],
  ] as const)('after %j is still verified: %s', async (change, verified) => {
    const { id, fileKey } = await ownCard({ verified: true });
    const { status, body } = await put(id, { ...change, verified: !verified });
    const card = { _id: id, label: 'Assurance d’essai', taux: 80, url: fileKey };
    const insuranceCard = { ...card, ...change, verified };
    expect({ status, body }).toEqual({ status: 200, body: { insuranceCard } });
    expect((await read()).insuranceCards).toEqual([insuranceCard]);
  });

  it('remains refused while file and rate are the same: through edits, deletion and a new card', async () => {
    const agent = await server.signIn('agent');
    const keep = async (bytes: string) => {
      const { key } = await upload();
      await server.ctx.files.write(key, new TextEncoder().encode(bytes));
      return key;
    };
    const refuseIt = async (id: string, url: string) => {
      await server.db
        .update(insuranceCards)
        .set({ checkAskedAt: server.clock.now() })
        .where(eq(insuranceCards.id, id));
      const refusal = { taux: 80, url, refused: 'expired' };
      expect((await server.call(agent, 'POST', `/insurances/${id}/check`, refusal)).status).toBe(204);
    };
    const refused = { refused: 'expired', verified: false };
    const { _id } = (await post({ label: 'CNSS', taux: 80, url: await keep('photo') })).body.insuranceCard;
    await refuseIt(_id, (await read()).insuranceCards[0].url);
    expect((await put(_id, { label: 'CNSS.' })).body.insuranceCard).toMatchObject(refused);
    expect((await put(_id, { taux: 70 })).body.insuranceCard).not.toHaveProperty('refused');
    expect((await put(_id, { taux: 80 })).body.insuranceCard).toMatchObject(refused);
    expect((await put(_id, { url: await keep('photo') })).body.insuranceCard).toMatchObject(refused);
    expect((await put(_id, { url: await keep('other') })).body.insuranceCard).not.toHaveProperty('refused');
    await remove(_id);
    const again = await post({ taux: 80, url: await keep('photo') });
    expect([again.status, again.body.insuranceCard]).toMatchObject([201, refused]);
    // Somebody else may have the card.
    const other = await server.signIn('customer');
    const { key } = await buildFile(server.db, { ownerId: other.row.id, category: 'insurance' });
    await server.ctx.files.write(key, new TextEncoder().encode('photo'));
    expect((await post({ taux: 80, url: key }, other)).body.insuranceCard).not.toHaveProperty('refused');
  });

  it('remains verified when nothing changes', async () => {
    const { id, fileKey } = await ownCard({ verified: true });
    for (const body of [{}, { taux: 80, url: fileKey, label: 'Assurance d’essai' }]) {
      expect((await put(id, body)).body.insuranceCard).toMatchObject({ taux: 80, verified: true });
    }
    expect(await isBound(fileKey)).toBe(true);
  });

  it('binds a new file and releases the old one', async () => {
    const { id, fileKey } = await ownCard({ verified: true });
    const { key } = await upload();
    expect((await put(id, { url: key })).body.insuranceCard).toMatchObject({ url: key, verified: false });
    expect([await isBound(key), await isBound(fileKey)]).toEqual([true, false]);
  });

  it.each(['changed', 'deleted'])(
    'does not release its file when it is %s if an order copied it',
    async (how) => {
      const card = await ownCard();
      const order = await buildOrder(server.db, { customerId: customer.row.id, card });
      await (how === 'deleted' ? remove(card.id) : put(card.id, { url: (await upload()).key, taux: 20 }));
      expect(await isBound(card.fileKey)).toBe(true);
      const { body } = await server.call(customer, 'GET', `/orders/${order.id}`);
      expect(body.order.insuranceCard).toMatchObject({ _id: card.id, taux: 80, url: card.fileKey });
    },
  );

  it('is validated like a new one', async () => {
    const { id, fileKey } = await ownCard({ verified: true });
    const theirs = await buildFile(server.db, { category: 'insurance' });
    const messageOf = async (body: object) => (await put(id, body)).body.fields;
    for (const taux of [4, 101, 50.5, 'abc', null]) expect(await messageOf({ taux })).toEqual({ taux: RATE });
    for (const url of ['', null, 'unknown', theirs.key])
      expect(await messageOf({ taux: 20, url })).toEqual({ url: NO_FILE });
    expect((await read()).insuranceCards).toMatchObject([{ taux: 80, url: fileKey, verified: true }]);
  });

  it('has one bound file after concurrent updates; the others are unbound', async () => {
    const { id, fileKey } = await ownCard();
    const keys = await Promise.all(Array.from({ length: 10 }, async () => (await upload()).key));
    const responses = await Promise.all(keys.map((url) => put(id, { url })));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { url } = (await read()).insuranceCards[0];
    for (const key of [fileKey, ...keys]) expect(await isBound(key)).toBe(key === url);
  });

  it('is deleted once; its row remains, without its file', async () => {
    const { id, fileKey } = await ownCard();
    const responses = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await isBound(fileKey)).toBe(false);
    expect(await read()).toEqual({ insuranceCards: [], total: 0 });
    const [row] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, id));
    expect(row).toMatchObject({ fileKey: null, deletedAt: server.clock.now(), rate: 80 });
    expect(await put(id, { taux: 20 })).toMatchObject({ status: 404, body: MISSING });
  });

  it('returns 404 to another customer', async () => {
    const theirs = await buildInsuranceCard(server.db);
    expect(await put(theirs.id, { taux: 4 })).toMatchObject({ status: 404, body: MISSING });
    expect(await remove(theirs.id)).toMatchObject({ status: 404, body: MISSING });
    const [row] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, theirs.id));
    expect(row).toEqual({ ...row, rate: 80, deletedAt: null });
  });
});

describe('a card that changes while its order is being paid', () => {
  // Medicines 3 750 F, fee 700 F: 1 825 F at 80 %, 4 075 F at 20 %.
  const [at80, at20] = [1825, 4075];
  let basket: Basket;
  let card: Awaited<ReturnType<typeof ownCard>>;
  beforeEach(async () => {
    basket = await fillBasket(server);
    card = await ownCard({ rate: 80 });
  });

  const insured = () => ({ ...basket.order, insuranceCard: card.id });
  async function pay(transactionId: string) {
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, customer, insured(), transactionId);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.order;
  }
  /** Advances two days and sweeps unused files. */
  async function twoNightsLater() {
    server.clock.advance(48 * 3600);
    await sweepUnbound(server.ctx);
    await sweepBytes(server.ctx);
    customer = await server.session(customer.row);
  }

  it('does not change the rate and the file of an open payment; the next quote has the new ones', async () => {
    const opened = await openPayment(server, customer, { order: insured() });
    expect(opened.amount).toBe(at80);
    expect((await put(card.id, { taux: 20, url: (await upload()).key })).status).toBe(200);
    expect((await openPayment(server, customer, { order: insured() })).amount).toBe(at20);
    const insuranceCard = { _id: card.id, taux: 80, url: card.fileKey, verified: false };
    expect(await pay(opened.transactionId)).toMatchObject({ totalAmount: at80, insuranceCard });
  });

  it('does not sweep the file of a deleted card while the payment, then the order, refers to it', async () => {
    const { transactionId } = await openPayment(server, customer, { order: insured() });
    expect((await remove(card.id)).status).toBe(204);
    await twoNightsLater();
    expect(await findFile(server.db, card.fileKey)).not.toBeNull();
    expect((await pay(transactionId)).insuranceCard).toMatchObject({ taux: 80, url: card.fileKey });
    await twoNightsLater();
    expect(await findFile(server.db, card.fileKey)).not.toBeNull();
  });

  it('sweeps a replaced file that no order refers to', async () => {
    const { key } = await upload();
    await put(card.id, { url: key });
    await twoNightsLater();
    expect([await findFile(server.db, card.fileKey), await findFile(server.db, key)]).toEqual([
      null,
      expect.anything(),
    ]);
  });
});
