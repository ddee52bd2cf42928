import { expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { Visitor } from '../testing/test-app.ts';
import { end, prepareStatements, read, readCsv, readPdf, server, waitUntil } from './statements.fixture.ts';

prepareStatements();

const soldBy = async ({ row }: Visitor, price: number) =>
  buildOrder(server.db, {
    state: 'delivered',
    pharmacyId: row.id,
    items: [{ medication: await buildMedication(server.db, { price }), quantity: 2 }],
  });

it('the statements of a pharmacy have the medicines of its orders that ended, from the ledger, and nothing of the customer', async () => {
  const pharmacy = await server.signIn('pharmacy');
  const other = await server.signIn('pharmacy');
  const first = await soldBy(pharmacy, 1_250);
  const second = await soldBy(pharmacy, 300);
  await soldBy(pharmacy, 7_000);
  const foreign = await soldBy(other, 900);
  waitUntil('2026-12-31T22:59:59Z');
  for (const order of [second, foreign]) await end(order);
  waitUntil('2026-12-31T23:00:00Z');
  await end(first);

  const line = (at: string, { number }: OrderRow, amount: number) => ({
    kind: 'order',
    at,
    amount,
    number,
    state: null,
    operator: null,
    phone: null,
  });
  const { body } = await read(pharmacy, '');
  expect(body.months).toEqual([
    { month: '2027-01', provisional: true, lines: 1, amount: 2_500 },
    // Something dated in the last second may still be committed.
    { month: '2026-12', provisional: true, lines: 1, amount: 600 },
  ]);
  expect((await read(pharmacy, '/2026-12')).body.lines).toEqual([
    line('2026-12-31T22:59:59.000Z', second, 600),
  ]);
  server.clock.advance(60);
  expect((await read(pharmacy, '/2026-12')).body.statement.provisional).toBe(false);
  expect(await readCsv(pharmacy, '/2027-01/csv')).toEqual([
    'Date;Opération;Commande;Valeur des médicaments (F)',
    `2027-01-01 00:00:00;Commande terminée;${first.number};2500`,
    ';Total;;2500',
  ]);
  const [page] = await readPdf(pharmacy, '/2026-12/pdf');
  expect(page).toContain('Relevé de décembre 2026 Fait le 1er janvier 2027');
  expect(page).toContain('Commandes terminées 1 Valeur des médicaments remis 600 F');
  expect(page).toContain(`31 décembre 2026 à 23 h 59 ${second.number} 600 F`);
  expect(page).toContain('ce n’est ni une facture ni une preuve de paiement');
  expect(page).not.toMatch(/Solde|Versé|essai/);
});
