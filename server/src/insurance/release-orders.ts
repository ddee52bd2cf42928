import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { releaseWaiting } from './insurer-queries.ts';

interface Waiting {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

/** Tells a customer that her order no longer waits for its insurer. */
export const mayBePaid = ({ id, number, customerId }: Waiting): Message => ({
  userId: customerId,
  title: 'Commande à payer',
  message: `Vous pouvez maintenant payer votre commande ${number}.`,
  link: `/tracking?order=${id}`,
});

/** Lets the orders that wait for this insurer be paid: what it owes has fallen, or its rules are others. The next payment asks again. */
export async function releaseOrders(
  { jobs, clock }: Pick<Ctx, 'jobs' | 'clock'>,
  tx: Database,
  insurerId: string,
): Promise<void> {
  const waiting = await releaseWaiting(tx, insurerId);
  await notify(jobs, tx, clock.now(), waiting.map(mayBePaid));
}
