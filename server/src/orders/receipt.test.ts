import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { fileOpenings } from '../database/schema/files.ts';
import { payments } from '../database/schema/payments.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let t: TestApp;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer', {
    name: 'Ɖossou Kɔɛŋ-Adjovi Gbaguidi de Souza Hounkpatin Ahouansou',
  });
  supervisor = await t.signIn('supervisor');
});
afterAll(() => t.close());

const ask = (visitor: Visitor | null, id: string) => t.call(visitor, 'POST', `/orders/${id}/receipt`);
const open = (url: string) => t.app.inject({ method: 'GET', url });
const order = (given: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(t.db, { customerId: customer.row.id, ...given });

async function read(visitor: Visitor, id: string) {
  const { statusCode, headers, rawPayload } = await open((await ask(visitor, id)).body.url);
  expect(statusCode).toBe(200);
  return { headers, pages: await readPages(rawPayload) };
}

describe('the receipt', () => {
  it('has people, dates, lines, each amount apart, and the transaction, with accents and long names', async () => {
    const pharmacy = await t.signIn('pharmacy', {
      name: 'Pharmacie de l’Étoile du Berger – Cadjèhoun',
      pharmacist: 'Dr Sèna Ahoüansou-Ɖossou',
    });
    const medication = await buildMedication(t.db, {
      label: 'Artéméther-luméfantrine 20/120 mg',
      form: 'syrup',
      price: 3200,
    });
    const paid = await order({
      state: 'delivered',
      pharmacyId: pharmacy.row.id,
      items: [{ medication, quantity: 2 }],
      zone: await buildZone(t.db, { label: 'Abomey-Calavi – Godomey', price: 700 }),
      card: await buildInsuranceCard(t.db, { ownerId: customer.row.id, rate: 35 }),
      createdAt: new Date('2026-11-19T23:30:00Z'),
    });
    const { headers, pages } = await read(customer, paid.id);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="recu-${paid.number}.pdf"`,
      'cache-control': 'private, no-store',
    });
    expect(pages).toHaveLength(1);
    const [payment] = await t.db.select().from(payments).where(eq(payments.orderId, paid.id));
    for (const text of [
      `Reçu ${paid.number}`,
      'Ɖossou Kɔɛŋ-Adjovi',
      'Hounkpatin Ahouansou',
      'Pharmacie de l’Étoile du Berger – Cadjèhoun',
      'Pharmacien Dr Sèna Ahoüansou-Ɖossou',
      // Benin is at UTC+1.
      'Commandée le 20 novembre 2026 à 00 h 30',
      'Payée le 20 novembre 2026 à',
      'Artéméther-luméfantrine',
      'Total des médicaments 6 400 F',
      'Livraison (Abomey-Calavi – Godomey) 700 F',
      'Commission Amasin 640 F',
      'Part de l’assurance (35 %) -2 240 F',
      'Total payé 5 500 F',
      `Transaction ${payment!.transactionId}`,
      'Paiement Démonstration',
    ])
      expect(pages[0]).toContain(text);
  });

  it('leaves out the pharmacy until one is assigned, and the insurance without a card', async () => {
    const { pages } = await read(customer, (await order()).id);
    expect(pages[0]).not.toMatch(/Pharmacie|assurance/);
  });

  it('says the rate of the card, checked or not', async () => {
    const medication = await buildMedication(t.db, { price: 30_000 });
    const insured = await t.signIn('customer');
    const customerId = insured.row.id;
    const card = await buildInsuranceCard(t.db, { ownerId: customerId, rate: 80 });
    const zone = await buildZone(t.db, { price: 500 });
    const items = [{ medication, quantity: 1 }];
    const { pages } = await read(insured, (await order({ customerId, card, zone, items })).id);
    expect(pages[0]).toContain('Part de l’assurance (80 %) -24 000 F');
    expect(pages[0]).toContain('Total payé 9 500 F');
  });

  it('leaves out the pharmacist of a pharmacy that has not told the name', async () => {
    const pharmacy = await t.signIn('pharmacy');
    const { pages } = await read(customer, (await order({ pharmacyId: pharmacy.row.id })).id);
    expect(pages[0]).toContain(`Pharmacie ${pharmacy.row.name}`);
    expect(pages[0]).not.toContain('Pharmacien ');
  });

  it('has every line and its amounts together when it takes several pages', async () => {
    const items = [];
    for (let n = 0; n < 40; n += 1) items.push({ medication: await buildMedication(t.db), quantity: 1 });
    const { id, number } = await order({ items });
    const { pages } = await read(customer, id);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1)).toMatch(/Livraison .* Commission Amasin .* Total payé/);
    expect(pages[0]).toContain(`${number} · page 1 sur ${pages.length}`);
  });
});

describe('who may open a receipt', () => {
  it('is refused before the order is paid and once it is cancelled: 409', async () => {
    const agent = await t.signIn('agent');
    for (const state of ['pre-treatment', 'cancelled'] as const) {
      const unpaid = await order({ state, itemsWrittenById: agent.row.id });
      for (const visitor of [customer, supervisor]) {
        const { status, body } = await ask(visitor, unpaid.id);
        expect([status, body.code]).toEqual([409, 'NO_RECEIPT_YET']);
      }
    }
  });

  it('its customer and supervisors, and each opening is recorded; another customer gets 404', async () => {
    const { id } = await order();
    const stranger = await t.signIn('customer');
    expect((await ask(stranger, id)).status).toBe(404);
    for (const visitor of [customer, supervisor, await t.signIn('superAdmin')]) await read(visitor, id);
    const openings = await t.db
      .select()
      .from(fileOpenings)
      .where(eq(fileOpenings.object, `receipt:${id}`));
    expect(openings.map(({ userId }) => userId)).toContain(supervisor.row.id);
    expect(openings).toHaveLength(3);
  });

  it('not with a link that has expired', async () => {
    const { url } = (await ask(customer, (await order()).id)).body;
    t.clock.advance(300);
    expect((await open(url)).json().code).toBe('LINK_EXPIRED');
  });
});

it('says what was given back since, and what remains paid', async () => {
  const medication = await buildMedication(t.db, { label: 'Sirop Toplexil', price: 2_000 });
  const paid = await order({ state: 'delivered', items: [{ medication, quantity: 2 }] });
  const lines = [{ medicationId: medication.id, givenBack: 1 }];
  const body = { lines, reason: 'damaged' };
  expect((await t.call(supervisor, 'POST', `/orders/${paid.id}/give-back`, body)).status).toBe(200);
  const [page] = (await read(customer, paid.id)).pages;
  for (const text of ['Rendu : 1 × Sirop Toplexil', '2 200 F', 'Reste payé'])
    expect(JSON.stringify(page).replaceAll(/\s/g, ' ')).toContain(text);
});
