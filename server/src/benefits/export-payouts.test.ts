import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { fileOpenings } from '../database/schema/files.ts';
import { startTestApp } from '../testing/test-app.ts';
import { prepareEarnings } from './earnings.fixture.ts';

it('downloads the payouts, the latest first, with who paid, and records it', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const admin = await server.signIn('superAdmin', { name: 'Awa Dossou' });
  const doctor = await server.signIn('partnerDoctor', { verified: true, name: 'Docteur Kora' });
  const { id } = doctor.row;
  await (await prepareEarnings(server.db)).order(id, 1_000);
  const pay = async (to: string, body: object) => {
    expect((await server.call(admin, 'POST', `/benefics/pay/${to}`, body)).status).toBe(200);
    server.clock.advance(60);
  };
  await pay('partner', [{ idPartner: id, amount: 200 }]);
  await pay('superadmin', { amount: 300 });

  const { statusCode, body, headers } = await server.app.inject({
    url: '/api/benefics/payouts/export',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([statusCode, headers['content-disposition']]).toEqual([200, 'attachment; filename="paiements.csv"']);
  const [headings, ...lines] = body.slice(1).split('\r\n').slice(0, -1);
  expect(headings).toBe('Payé le;Bénéficiaire;Montant (F);État;Payé par;Écriture');
  expect(lines.map((line) => line.replace(/;[^;]+$/, ''))).toEqual([
    '2026-11-20 11:01:00;Plateforme;300;Versé;Awa Dossou',
    '2026-11-20 11:00:00;Docteur Kora;200;Versé;Awa Dossou',
  ]);
  const recorded = await server.db.select().from(fileOpenings).where(eq(fileOpenings.userId, admin.row.id));
  expect(recorded.map(({ object }) => object)).toEqual(['export:payouts']);
});
