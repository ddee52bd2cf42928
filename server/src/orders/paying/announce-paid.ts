import type { Database } from '../../database/database.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { findUser } from '../../people/queries.ts';
import type { Telling } from '../../ports/purchases.ts';
import { announceBySms } from '../../sms/send-sms.ts';
import { paidWords } from '../../sms/texts.ts';

/** Tells a customer whose telephone is offline that her order is paid, in the transaction that pays it. */
export async function announcePaid(
  ctx: Telling,
  tx: Database,
  { id, number, customerId }: Pick<OrderRow, 'id' | 'number' | 'customerId'>,
  amount: number,
): Promise<void> {
  const customer = await findUser(tx, customerId);
  const words = paidWords(number, amount);
  await announceBySms(ctx, tx, { to: customer?.phone ?? null, words, about: id });
}
