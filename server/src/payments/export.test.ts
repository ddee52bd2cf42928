import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { fileOpenings } from '../database/schema/files.ts';
import { openPayment, placePaidOrder } from '../testing/pay.ts';
import { basket, server, startServer } from './payments.fixture.ts';

startServer();

it('downloads the payments of a period, the latest first, and records it', async () => {
  const { row: admin } = await server.signIn('superAdmin');
  const customer = await server.signIn('customer', { name: 'Afi Dossou', phone: '+2290197000001' });
  const placed = await placePaidOrder(server, customer, basket);
  server.clock.advance(24 * 3600 - 1);
  const open = await openPayment(server, await server.session(customer.row), { order: basket.order });
  const headers = { authorization: `Bearer ${(await server.session(admin)).token}` };
  const download = async (query: string) => {
    const { statusCode, body } = await server.app.inject({ url: `/api/payments/export?${query}`, headers });
    expect(statusCode).toBe(200);
    return body.slice(1).split('\r\n').slice(0, -1);
  };
  expect(await download('from=2026-11-20&to=2026-11-21')).toEqual([
    'Ouvert le;Réglé le;État;Client;Téléphone;Commande;Montant dû (F);Prestataire;Référence;Transaction',
    `2026-11-21 10:59:59;;En cours;Afi Dossou;01 97 00 00 01;;4825;sandbox;;${open.transactionId}`,
    expect.stringContaining(`;Payé;Afi Dossou;01 97 00 00 01;${placed.number};4825;sandbox;`),
  ]);
  expect(await download('from=2026-11-21&to=2026-11-21')).toHaveLength(2);
  const recorded = await server.db.select().from(fileOpenings).where(eq(fileOpenings.userId, admin.id));
  expect(recorded.map(({ object }) => object)).toEqual(['export:payments', 'export:payments']);
});
