import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { payments } from '../../database/schema/payments.ts';
import { fillBasket, openPayment, readPayment } from '../../testing/pay.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';

it('does not ask the configured provider for a payment of an earlier one, which expires after a day', async () => {
  const server = await startTestApp();
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  await server.db
    .update(payments)
    .set({ provider: 'fedapay' })
    .where(eq(payments.transactionId, transactionId));
  const asked: string[] = [];
  const { ask } = server.ctx.payments;
  server.ctx.payments.ask = (id) => {
    asked.push(id);
    return ask(id);
  };
  expect((await readPayment(server, customer, transactionId)).status).toBe('pending');
  server.clock.advance(25 * 3600);
  await followUpPayments(server.ctx);
  const [stored] = await server.db.select().from(payments).where(eq(payments.transactionId, transactionId));
  expect(stored?.status).toBe('expired');
  expect(asked).toEqual([]);
  await server.close();
});
