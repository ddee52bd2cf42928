import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { aboutAccount, record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { lockPresent, refuseTaken, updateUserRow } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { countOfDay, noteReplacedPhone } from '../session/limits.ts';
import { deleteSessionsOf } from '../session/queries.ts';
import { sendSms } from '../sms/send.ts';
import { phoneChangedWords } from '../sms/texts.ts';
import { loadAccount } from './accounts.ts';
import { phoneReplaced } from './notices.ts';
import { lockAccount } from './queries.ts';

/** @throws 404 NOT_FOUND for any account but a customer's */
export async function loadCustomer(ctx: Ctx, id: string): Promise<UserRow> {
  const account = await loadAccount(ctx, id);
  if (account.type !== 'customer') throw new Refusal('NOT_FOUND');
  return account;
}

type Body = HandlerInput<typeof userEndpoints.replaceLostPhone>['body'];

/**
 * Gives another telephone to a customer who has lost hers, once a supervisor has recognised her by two questions, which the journal
 * names. The new one is not proven before she types a code: nothing that was written for it before is hers (rule 49). All her sessions
 * end, and the old number and the super administrators are told. For a day a code sent to the new one sets no password: whoever
 * replaces a number may have the other.
 * @throws 404 NOT_FOUND; 409 PHONE_TAKEN; 422 INVALID when it is her number already; 429 TOO_MANY_TRIES after ten in a day
 */
export function replaceLostPhone(ctx: Ctx, id: string, { phone, asked }: Body): Promise<void> {
  return refuseTaken(() =>
    transact(ctx.db, async (tx) => {
      await lockPresent(tx, ctx.actor._id);
      await countOfDay(ctx, tx, 'lostPhone');
      const before = await lockAccount(tx, id);
      if (before === null || before.phone === null) throw new Refusal('NOT_FOUND');
      if (before.phone === phone) throw invalidField('phone', 'C’est déjà son numéro');
      await updateUserRow(tx, before, { phone });
      await deleteSessionsOf(tx, id, null);
      const to = [...new Set(asked)].join(', ');
      const details = { event: 'recognised', fields: ['phone'], to };
      await record(ctx, tx, { action: 'change', ...aboutAccount(before), details });
      await noteReplacedPhone(ctx, tx, id);
      const admins = await findUserIdsOfType(tx, ['superAdmin']);
      await notify(ctx.jobs, tx, ctx.clock.now(), admins.map(phoneReplaced(id)));
      await sendSms(ctx, tx, { to: before.phone, words: phoneChangedWords(ctx.settings.contactPhone) });
    }),
  );
}
