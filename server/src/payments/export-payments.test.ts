import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { fileOpenings } from '../database/schema/files.ts';
import { fillBasket, openPayment, placePaidOrder } from '../testing/pay.ts';
import { startTestApp } from '../testing/test-app.ts';

it('downloads the payments of a period, the latest first, and records it', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const admin = await server.signIn('superAdmin');
  const customer = await server.signIn('customer', { name: 'Afi Dossou', phone: '+2290197000001' });
  const basket = await fillBasket(server);
  const placed = await placePaidOrder(server, customer, basket);
  server.clock.advance(24 * 3600 - 1);
  const next = await server.session(customer.row);
  const open = await openPayment(server, next, { order: basket.order });
  const session = await server.session(admin.row);

  const download = async (query: string) => {
    const { statusCode, body } = await server.app.inject({
      url: `/api/payments/export${query}`,
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(statusCode).toBe(200);
    return body.slice(1).split('\r\n').slice(0, -1);
  };
  const [headings, ...lines] = await download('?from=2026-11-20&to=2026-11-21');
  expect(headings).toBe(
    'Ouvert le;Réglé le;État;Client;Téléphone;Commande;Montant dû (F);Prestataire;Référence;Transaction',
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe(
    `2026-11-21 10:59:59;;En cours;Afi Dossou;01 97 00 00 01;;4825;sandbox;;${open.transactionId}`,
  );
  expect(lines[1]).toContain(`;Payé;Afi Dossou;01 97 00 00 01;${placed.number};4825;sandbox;`);
  expect(await download('?from=2026-11-21&to=2026-11-21')).toHaveLength(2);
  const recorded = await server.db.select().from(fileOpenings).where(eq(fileOpenings.userId, admin.row.id));
  expect(recorded.map(({ object }) => object)).toEqual(['export:payments', 'export:payments']);
});
