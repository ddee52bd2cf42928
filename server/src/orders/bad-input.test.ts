import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payments } from '../database/schema/payments.ts';
import { type Basket, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
});
afterAll(() => server.close());

/** Sends the same draft to both endpoints; `at` is the prefix of the field names. */
async function sendToBoth(change: object) {
  const draft = { ...basket.order, ...change };
  return [
    { at: 'order.', response: await server.call(customer, 'POST', '/payments', { order: draft }) },
    { at: '', response: await server.call(customer, 'POST', '/orders', { ...draft, transactionId: 'TX-1' }) },
  ];
}

/** @param raw the value as JSON text; undefined for a missing field */
const quantity = (raw: string | undefined) => {
  const field = raw === undefined ? '' : `,"quantity":${raw}`;
  return JSON.parse(
    `{"prescription":{"type":"numerical","items":[{"medicationId":"${basket.medication.id}"${field}}]}}`,
  );
};

describe('a quantity is a whole number from 1 to 999', () => {
  const bad = [undefined, 'null', '0', '-1', '1.5', '1000', '1e9', '1e400', '"2"', '""', 'true', '[2]', '{}'];
  it.each(bad)('rejects %s', async (raw) => {
    for (const { at, response } of await sendToBoth(quantity(raw))) {
      expect({ status: response.status, body: response.body }).toEqual({
        status: 422,
        body: {
          success: false,
          code: 'INVALID',
          message: 'Quantité invalide (nombre entier de 1 à 999)',
          fields: {
            [`${at}prescription.items.0.quantity`]: 'Quantité invalide (nombre entier de 1 à 999)',
          },
        },
      });
    }
  });

  it('returns 400 for NaN, which is not JSON', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/payments',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' },
      payload: `{"order":{"prescription":{"items":[{"quantity":NaN}]}}}`,
    });
    expect([response.statusCode, response.json().message]).toEqual([400, 'Requête invalide']);
  });

  it.each(['1', '999', '1.0'])('accepts %s', async (raw) => {
    const order = { ...basket.order, ...quantity(raw) };
    expect((await server.call(customer, 'POST', '/payments', { order })).status).toBe(201);
  });
});

describe('zone and address', () => {
  const TOO_LONG = 'Adresse trop longue (300 caractères maximum)';
  it.each([
    ['deliveryZone', undefined, 'Zone requise'],
    ['deliveryZone', null, 'Zone requise'],
    ['deliveryZone', '', 'Zone requise'],
    ['deliveryZone', ' \n\t\u00a0', 'Zone requise'],
    ['deliveryZone', 12, 'Zone requise'],
    ['deliveryZone', 'x'.repeat(5000), 'Zone requise'],
    ['deliveryAddress', undefined, 'Adresse requise'],
    ['deliveryAddress', null, 'Adresse requise'],
    ['deliveryAddress', '', 'Adresse requise'],
    ['deliveryAddress', '   ', 'Adresse requise'],
    ['deliveryAddress', '\u0000\u0007', 'Adresse requise'],
    ['deliveryAddress', 'x'.repeat(301), TOO_LONG],
    ['deliveryAddress', 'é'.repeat(5000), TOO_LONG],
  ])('%s %j: %s', async (field, value, message) => {
    for (const { at, response } of await sendToBoth({ [field]: value })) {
      expect([response.status, response.body.message]).toEqual([422, message]);
      expect(response.body.fields).toEqual({ [`${at}${field}`]: message });
    }
  });

  it('removes unstorable characters before it checks the length of an address', async () => {
    const deliveryAddress = `  ${'é'.repeat(299)}\u0000\ud800!  `;
    const order = { ...basket.order, deliveryAddress };
    const { status, body } = await server.call(customer, 'POST', '/payments', { order });
    expect(status).toBe(201);
    const [row] = await server.db
      .select()
      .from(payments)
      .where(eq(payments.transactionId, body.transactionId));
    expect(row!.draft!.address).toBe(`${'é'.repeat(299)}!`);
  });
});

describe('an order without a medicine', () => {
  it.each([
    undefined,
    null,
    {},
    'numerical',
    [],
    { type: 'numerical' },
    { type: 'numerical', items: [] },
    { type: 'numerical', items: null },
    { type: 'numerical', items: {} },
  ])('%j', async (prescription) => {
    for (const { at, response } of await sendToBoth({ prescription })) {
      const message = 'Veuillez ajouter au moins un médicament';
      expect([response.status, response.body.message]).toEqual([422, message]);
      expect(response.body.fields).toEqual({ [`${at}prescription.items`]: message });
    }
  });

  it('requires the file of a physical prescription and the number of a numerical one', async () => {
    for (const { response } of await sendToBoth({ prescription: { type: 'physical' } })) {
      expect(response.body.message).toBe('Veuillez uploader votre ordonnance');
    }
    for (const prescriptionNumber of ['', null, 5]) {
      for (const { response } of await sendToBoth({
        prescription: { type: 'numerical', prescriptionNumber },
      })) {
        expect(response.body.message).toBe("Veuillez entrer un numéro d'ordonnance valide");
      }
    }
  });
});

it('returns every invalid field at once', async () => {
  for (const { at, response } of await sendToBoth({
    ...quantity('0'),
    deliveryZone: '',
    deliveryAddress: '',
  })) {
    expect(Object.keys(response.body.fields).sort()).toEqual(
      ['deliveryAddress', 'deliveryZone', 'prescription.items.0.quantity'].map((path) => at + path),
    );
  }
});

it('POST /payments returns 422 unless the body has either a draft or an order id', async () => {
  const orderId = '01930000-0000-7000-8000-000000000000';
  for (const body of [undefined, {}, { order: basket.order, orderId }, { orderId: 'x' }]) {
    expect((await server.call(customer, 'POST', '/payments', body)).status).toBe(422);
  }
});
