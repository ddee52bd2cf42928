import { expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  admin,
  call,
  prepareStatements,
  read,
  readCsv,
  readPdf,
  server,
  waitUntil,
} from './statements.fixture.ts';

prepareStatements();

let courier: Visitor;
const soldBy = async ({ row }: Visitor, price: number) =>
  buildOrder(server.db, {
    pharmacyId: row.id,
    deliveryPersonId: courier.row.id,
    zone: await buildZone(server.db, { price: 700 }),
    items: [{ medication: await buildMedication(server.db, { price }), quantity: 2 }],
  });
const move = async ({ id }: OrderRow, status: 'delivering' | 'delivered') =>
  expect((await call(courier, 'PATCH', `/orders/${id}/status`, { status })).status).toBe(200);

const none = { reason: null, state: null, operator: null, phone: null, method: null, reference: null };

it('a pharmacy is owed its medicines once a courier has taken them, a courier the fee once it is delivered', async () => {
  const pharmacy = await server.signIn('pharmacy');
  courier = await server.signIn('deliveryPerson');
  const other = await server.signIn('pharmacy');
  const first = await soldBy(pharmacy, 1_250);
  const second = await soldBy(pharmacy, 300);
  await soldBy(pharmacy, 7_000);
  const foreign = await soldBy(other, 900);
  waitUntil('2026-12-31T22:59:59Z');
  for (const order of [second, foreign]) await move(order, 'delivering');
  waitUntil('2026-12-31T23:00:00Z');
  await move(first, 'delivering');
  await move(second, 'delivered');
  const back = { reason: 'customer-absent', medicinesAt: 'pharmacy' };
  expect((await call(admin, 'POST', `/orders/${first.id}/return`, back)).status).toBe(200);

  const line = (kind: string, at: string, { number }: OrderRow, amount: number) => ({
    ...none,
    kind,
    at,
    amount,
    number,
  });
  const { body } = await read(pharmacy, '');
  const december = { opening: 0, earned: 600, corrected: 0, paid: 0, returned: 0, closing: 600 };
  expect(body.months).toEqual([
    {
      month: '2027-01',
      provisional: true,
      lines: 2,
      amount: 0,
      balance: { ...december, opening: 600, earned: 2_500, corrected: 2_500 },
    },
    // Something dated in the last second may still be committed.
    { month: '2026-12', provisional: true, lines: 1, amount: 600, balance: december },
  ]);
  const midnight = '2026-12-31T23:00:00.000Z';
  expect((await read(pharmacy, '/2026-12')).body.lines).toEqual([
    line('order', '2026-12-31T22:59:59.000Z', second, 600),
  ]);
  expect((await read(pharmacy, '/2027-01')).body.lines).toEqual([
    line('order', midnight, first, 2_500),
    { ...line('correction', midnight, first, 2_500), reason: 'taken-back' },
  ]);
  expect((await read(courier, '/2027-01')).body.lines).toEqual([line('delivery', midnight, second, 700)]);
  server.clock.advance(60);
  expect((await read(pharmacy, '/2026-12')).body.statement.provisional).toBe(false);

  // Paid by hand: the statement says how, and closes at nothing.
  const hand = { payee: pharmacy.row.id, amount: 600, method: 'cheque', reference: 'CH-0042' };
  expect((await call(admin, 'POST', '/benefics/settlement/by-hand', hand)).status).toBe(200);
  expect(await readCsv(pharmacy, '/2027-01/csv')).toEqual([
    'Date;Opération;Commande;Motif;Payé sur;État;Gagné (F);Corrigé (F);Versé (F);Rendu (F);Solde (F)',
    ';Solde d’ouverture;;;;;;;;;600',
    `2027-01-01 00:00:00;Médicaments remis;${first.number};;;;2500;;;;3100`,
    `2027-01-01 00:00:00;Correction;${first.number};Médicaments revenus;;;;2500;;;600`,
    '2027-01-01 00:01:00;Versement;;;Chèque CH-0042;Versé;;;600;;0',
    ';Solde de clôture;;;;;;;;;0',
  ]);
  const [page] = await readPdf(pharmacy, '/2027-01/pdf');
  expect(page).toContain('Relevé de janvier 2027 (provisoire) Fait le 1er janvier 2027');
  expect(page).toContain('Corrigé -2 500 F');
  expect(page).toContain('Versement · Versé · Chèque CH-0042 -600 F 0 F');
  expect(page).not.toMatch(/essai/);
});
