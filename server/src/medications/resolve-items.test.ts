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
    for (const label of ['efferalgan coeur 1 000 MG', ' EFFERALGAN®  CŒUR 1,000 mg ']) {
      expect((await open({ label, quantity: 1 })).body.amount).toBe(810);
    }
  });

  it('returns 422 on the label when unknown', async () => {
    const { status, body } = await open(
      { medicationId: basket.medication.id, quantity: 1 },
      { label: 'Poudre de perlimpinpin', quantity: 1 },
    );
    expect([status, body.fields]).toEqual([
      422,
      { 'order.prescription.items.1.label': 'Médicament inconnu' },
    ]);
    expect((await open({ label: '%', quantity: 1 })).status).toBe(422);
  });

  it('requires the form when there are several', async () => {
    await build({ label: 'Amoxicilline 500 mg', form: 'capsule', price: 2000 });
    await build({ label: 'Amoxicilline 500 mg', form: 'syrup', price: 3000 });
    const vague = await open({ label: 'Amoxicilline 500 mg', quantity: 1 });
    expect(vague).toMatchObject({ status: 422, body: { code: 'INVALID', message: 'Précisez la forme' } });
    const exact = await open({ label: 'Amoxicilline 500 mg', form: 'syrup', quantity: 1 });
    expect(exact.body.amount).toBe(700 + 3300);
    const none = await open({ label: 'Amoxicilline 500 mg', form: 'drops', quantity: 1 });
    expect(none.body.message).toBe('Médicament inconnu');
  });

  it('ignores deleted medicines with the same label', async () => {
    await build({ label: 'Bétadine', form: 'drops', deletedAt: removedAt });
    await build({ label: 'Bétadine', form: 'cream', price: 1000 });
    expect((await open({ label: 'Bétadine', quantity: 1 })).body.amount).toBe(1800);
  });
});

describe('an item that cannot be ordered', () => {
  it('returns 409 for a deleted medicine, by id and by label', async () => {
    const gone = await build({ deletedAt: removedAt });
    for (const line of [{ medicationId: gone.id }, { label: gone.label }]) {
      const { status, body } = await open({ ...line, quantity: 1 });
      expect([status, body.message]).toEqual([409, "Ce médicament n'est plus disponible"]);
    }
  });

  it('is unknown when not reviewed, by id and by label', async () => {
    const fresh = await build({ reviewed: false });
    for (const line of [{ medicationId: fresh.id }, { label: fresh.label }]) {
      const { status, body } = await open({ ...line, quantity: 1 });
      expect([status, body.message]).toEqual([422, 'Médicament inconnu']);
    }
  });

  it('returns 409 for a price of 0, whatever price the browser sends', async () => {
    const unpriced = await build({ price: 0 });
    for (const price of [undefined, 0, 500]) {
      const { status, body } = await open({ medicationId: unpriced.id, quantity: 1, price });
      expect([status, body.code]).toEqual([409, 'MEDICATION_NOT_PRICED']);
    }
  });

  it('returns 422 on each item that requires a prescription', async () => {
    const guarded = await build({ requiresPrescription: true });
    const { status, body } = await open(
      { medicationId: guarded.id, quantity: 1 },
      { medicationId: basket.medication.id, quantity: 1 },
      { label: guarded.label, quantity: 2 },
    );
    const message = 'Ce médicament demande une ordonnance';
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        success: false,
        code: 'PRESCRIPTION_NEEDED',
        message,
        fields: { 'order.prescription.items.0.label': message, 'order.prescription.items.2.label': message },
      },
    });
  });

  it('returns 422 on the label when the item has neither an id nor a label', async () => {
    const { status, body } = await open({ quantity: 1, label: '  ' });
    expect([status, body.fields]).toEqual([422, { 'order.prescription.items.0.label': 'Médicament requis' }]);
    expect((await open({ medicationId: 'x', quantity: 1 })).status).toBe(422);
  });
});

it('the same medicine in two items remains two items', async () => {
  const line = { medicationId: basket.medication.id };
  expect((await open({ ...line, quantity: 1 }, { ...line, quantity: 2 })).body.amount).toBe(4825);
});
