import type { Database } from '../../database/database.ts';
import { together } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { findUser } from '../../people/queries.ts';
import type { Telling } from '../../ports/purchases.ts';
import { announceBySms } from '../../sms/send-sms.ts';
import { paidWords } from '../../sms/texts.ts';
import { type Announced, toCustomer, toSupervisors } from '../transitions/announce.ts';

interface Paid {
  readonly order: Announced;
  readonly amount: number;
  /** What supervisors read first. */
  readonly title: string;
  readonly now: Date;
}

/** Tells the customer, by SMS too as her telephone may be offline, and the supervisors, in the transaction that pays the order. */
export async function announcePaid(ctx: Telling, tx: Database, paid: Paid): Promise<void> {
  await together(notifyPaid(ctx, tx, paid), sendPaid(ctx, tx, paid));
}

async function notifyPaid({ jobs }: Telling, tx: Database, { order, title, now }: Paid): Promise<void> {
  const { number } = order;
  await notify(jobs, tx, now, [
    toCustomer(order, 'Paiement reçu', `Votre commande ${number} est payée. Nous la préparons.`),
    ...(await toSupervisors(tx, order, title, `${number} attend une pharmacie.`)),
  ]);
}

async function sendPaid(ctx: Telling, tx: Database, { order, amount }: Paid): Promise<void> {
  const customer = await findUser(tx, order.customerId);
  const words = paidWords(order.number, amount);
  await announceBySms(ctx, tx, { to: customer?.phone ?? null, words, about: order.id });
}
