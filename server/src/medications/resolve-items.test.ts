import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type Basket, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
});
afterAll(() => server.close());
beforeEach(async () => {
  basket = await fillBasket(server);
});

const open = (...items: object[]) =>
  server.call(customer, 'POST', '/payments', {
    order: { ...basket.order, prescription: { type: 'numerical', items } },
  });
const build = (fields: Partial<MedicationRow>) => buildMedication(server.db, fields);
const removedAt = new Date('2026-11-01T08:00:00Z');

describe('an item identified by label only', () => {
  it('matches ignoring accents, case and punctuation', async () => {
    await build({ label: 'Éfferalgan® Cœur 1 000 mg', price: 100 });
    for (const label of ['efferalgan coeur 1 000 MG', ' EFFERALGAN®  CŒUR 1,000 mg '])
      expect((await open({ label, quantity: 1 })).body.amount).toBe(810);
  });

  it('requires the form when there are several, and ignores deleted medicines', async () => {
    const label = 'Amoxicilline 500 mg';
    await build({ label, form: 'cream', deletedAt: removedAt });
    await build({ label, form: 'capsule', price: 2000 });
    expect((await open({ label, quantity: 1 })).body.amount).toBe(700 + 2200);
    await build({ label, form: 'syrup', price: 3000 });
    const vague = await open({ label, quantity: 1 });
    expect(vague).toMatchObject({ status: 422, body: { code: 'INVALID', message: 'Précisez la forme' } });
    expect((await open({ label, form: 'syrup', quantity: 1 })).body.amount).toBe(700 + 3300);
    expect((await open({ label, form: 'drops', quantity: 1 })).body.message).toBe('Médicament inconnu');
  });
});

describe('an item that cannot be ordered', () => {
  it.each([
    ['a deleted medicine', { deletedAt: removedAt }, 409, "Ce médicament n'est plus disponible"],
    ['one that is not reviewed', { reviewed: false }, 422, 'Médicament inconnu'],
  ])('is %s, by id and by label', async (_what, fields, expected, message) => {
    const { id, label } = await build(fields);
    for (const line of [{ medicationId: id }, { label }]) {
      const { status, body } = await open({ ...line, quantity: 1 });
      expect([status, body.message]).toEqual([expected, message]);
    }
  });

  it('has a price of 0, whatever price the browser sends', async () => {
    const { id: medicationId } = await build({ price: 0 });
    for (const price of [undefined, 0, 500])
      expect(await open({ medicationId, quantity: 1, price })).toMatchObject({
        status: 409,
        body: { code: 'MEDICATION_NOT_PRICED' },
      });
  });

  it('requires a prescription: each such line is named', async () => {
    const { id, label } = await build({ requiresPrescription: true });
    const other = { medicationId: basket.medication.id, quantity: 1 };
    const { status, body } = await open({ medicationId: id, quantity: 1 }, other, { label, quantity: 2 });
    const message = 'Ce médicament demande une ordonnance';
    const fields = {
      'order.prescription.items.0.label': message,
      'order.prescription.items.2.label': message,
    };
    expect([status, body]).toEqual([422, { success: false, code: 'PRESCRIPTION_NEEDED', message, fields }]);
  });

  it('is unknown, or has neither an id nor a label', async () => {
    const unknown = await open(
      { medicationId: basket.medication.id, quantity: 1 },
      { label: 'Perlimpinpin', quantity: 1 },
    );
    const fields = { 'order.prescription.items.1.label': 'Médicament inconnu' };
    expect([unknown.status, unknown.body.fields]).toEqual([422, fields]);
    expect((await open({ label: '%', quantity: 1 })).status).toBe(422);
    const none = await open({ quantity: 1, label: '  ' });
    const required = { 'order.prescription.items.0.label': 'Médicament requis' };
    expect([none.status, none.body.fields]).toEqual([422, required]);
    expect((await open({ medicationId: 'x', quantity: 1 })).status).toBe(422);
  });
});

it('the same medicine in two items remains two items', async () => {
  const line = { medicationId: basket.medication.id };
  expect((await open({ ...line, quantity: 1 }, { ...line, quantity: 2 })).body.amount).toBe(4825);
});
