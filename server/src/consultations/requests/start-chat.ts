import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { MAX_PENDING_CHATS } from '@amasin/domain/consultations/lifecycle.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { requireProvenPhone } from '../../people/require-proven-phone.ts';
import { Refusal } from '../../refusal.ts';
import { toDoctors } from '../announce.ts';
import { countPending, insertConsultation, lockPatient } from '../change-queries.ts';
import { countAvailableDoctors } from './presence-queries.ts';

type Body = HandlerInput<typeof consultationEndpoints.startChat>['body'];

/**
 * Requests a doctor: all who may take it are notified (rules 28, 36, 39).
 * @param keep stores the response in the transaction of the request
 * @throws 429 TOO_MANY_CHATS; 403 ACCOUNT_DISABLED when the account was deactivated or removed meanwhile
 */
export async function startChat<T>(
  ctx: Ctx,
  { patientName, initialMessage }: Body,
  keep: (tx: Database, chatId: string) => Promise<T>,
): Promise<T> {
  await requireProvenPhone(ctx);
  const createdAt = ctx.clock.now();
  const patientId = ctx.actor._id;
  return transact(ctx.db, async (tx) => {
    if (!(await lockPatient(tx, patientId))) throw new Refusal('ACCOUNT_DISABLED');
    if ((await countPending(tx, patientId)) >= MAX_PENDING_CHATS) {
      throw new Refusal('TOO_MANY_CHATS', { values: { max: MAX_PENDING_CHATS } });
    }
    const withoutDoctor = (await countAvailableDoctors(tx, createdAt)) === 0;
    const request = { patientId, patientName, withoutDoctor, createdAt, initialMessage };
    const { id } = await insertConsultation(tx, request);
    await record(ctx, tx, { action: 'create', kind: 'consultation', id, customerId: patientId });
    await notify(ctx.jobs, tx, createdAt, await toDoctors(tx, id));
    return keep(tx, id);
  });
}
