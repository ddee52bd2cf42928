import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { files } from '../database/schema/files.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let stranger: Visitor;
let basket: Basket;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  stranger = await server.signIn('customer');
  basket = await fillBasket(server);
});

const where = () => ({ deliveryZone: basket.zone.id, deliveryAddress: basket.order.deliveryAddress });
const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));

describe('an order by photograph (rule 7)', () => {
  const photograph = async (who = customer) => (await buildFile(server.db, { ownerId: who.row.id })).key;
  const send = (url: string, change: object = {}, headers = {}) =>
    server.call(
      customer,
      'POST',
      '/orders',
      { prescription: { type: 'physical', url }, ...where(), ...change },
      headers,
    );

  it('creates an unpaid order for a pharmacist, with the current fee and card', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 });
    const url = await photograph();
    const { status, body } = await send(url, { insuranceCard: card.id, finalAmount: 1 });
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      state: 'pre-treatment',
      prescription: null,
      prescriptionUrl: url,
      insuranceCard: { _id: card.id, taux: 37, url: card.fileKey, verified: false },
      deliveryFee: 700,
      totalAmount: null,
      finalAmount: 0,
      itemsCount: 0,
      transactionId: null,
      allowedActions: ['cancel'],
    });
    expect(await noticesOf(server, body.order.number, { supervisor, customer })).toEqual([
      ['supervisor', 'Ordonnance à lire'],
    ]);
    const [file] = await server.db.select().from(files).where(eq(files.key, url));
    expect(file?.boundAt).toEqual(server.clock.now());
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('requires a new upload of the customer’s own', async () => {
    const used = await photograph(stranger);
    const theirs = { prescription: { type: 'physical', url: used }, ...where() };
    expect((await server.call(stranger, 'POST', '/orders', theirs)).status).toBe(201);
    const card = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
    for (const url of ['', ' ', 'invente', used, card.key, await photograph(stranger)]) {
      const { status, body } = await send(url);
      const message = 'Veuillez uploader votre ordonnance';
      expect([status, body.fields]).toEqual([422, { 'prescription.url': message }]);
    }
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('returns the existing order when sent again, with or without its key, even concurrently', async () => {
    const url = await photograph();
    const headers = { 'idempotency-key': 'photo-1' };
    const first = await send(url, {}, headers);
    const again = await send(url, {}, headers);
    expect([first.status, again.status, again.body.order._id]).toEqual([201, 201, first.body.order._id]);
    const bare = await send(url);
    expect([bare.status, bare.body.order._id]).toEqual([200, first.body.order._id]);
    const other = await photograph();
    const both = await Promise.all([send(other), send(other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(both[0]?.body.order._id).toBe(both[1]?.body.order._id);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('waits with two others at most, even concurrently; a fourth is accepted once one is read', async () => {
    const urls = await Promise.all(times(6, () => photograph()));
    const answers = await Promise.all(urls.map((url) => send(url)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      times(3, () => [
        409,
        {
          success: false,
          code: 'TOO_MANY_UNREAD',
          message:
            'Trois de vos ordonnances attendent déjà d’être lues. Vous pourrez en envoyer une autre dès que l’une d’elles sera lue.',
        },
      ]),
    );
    const unused = urls[answers.findIndex(({ status }) => status === 409)]!;
    const placed = answers.find(({ status }) => status === 201)!.body.order;
    expect((await send(unused)).status).toBe(409);
    const change = { status: 'cancelled' };
    expect((await server.call(customer, 'PATCH', `/orders/${placed._id}/status`, change)).status).toBe(200);
    expect((await send(unused)).status).toBe(201);
    expect((await send(unused)).status).toBe(200);
  });

  it('cannot be paid before a pharmacist reads it', async () => {
    const order = { prescription: { type: 'physical', url: await photograph() }, ...where() };
    expect(await server.call(customer, 'POST', '/payments', { order })).toMatchObject({
      status: 409,
      body: { code: 'NOT_PAYABLE_YET' },
    });
  });
});
