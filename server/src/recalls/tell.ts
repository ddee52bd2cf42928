import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { toCustomer } from '../orders/notices.ts';
import { sendSms } from '../sms/send.ts';
import { recallWords } from '../sms/texts.ts';
import { insertRecipients, setTold } from './queries.ts';

/** One transaction tells this many. */
const BATCH = 200;

/**
 * Tells those who may have received a recalled medicine, once: a notification and an SMS, without a word of health. What is in it they read
 * once signed in. Stopped in between, it goes on with the others.
 * @returns how many
 */
export async function tellRecalls(ctx: SystemCtx): Promise<number> {
  await insertRecipients(ctx.db);
  for (let sum = 0; ; ) {
    const told = await tellSome(ctx);
    if (told === 0) return sum;
    sum += told;
  }
}

async function tellSome(ctx: SystemCtx): Promise<number> {
  const at = ctx.clock.now();
  return transact(ctx.db, async (tx) => {
    const told = await setTold(tx, at, BATCH);
    await notify(
      ctx.jobs,
      tx,
      at,
      told.map(({ orderId, number, customerId }) =>
        toCustomer(
          { id: orderId, number, customerId },
          'Message important',
          `Un message important sur votre commande ${number} vous attend.`,
        ),
      ),
    );
    for (const { id, phone, number } of told)
      if (phone !== null) await sendSms(ctx, tx, { to: phone, words: recallWords(number), about: id });
    return told.length;
  });
}
