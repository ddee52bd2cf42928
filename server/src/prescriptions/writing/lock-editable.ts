import { type NewLine, record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { findCustomerByPhone } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { lockPrescription } from '../change-queries.ts';
import { isReserved } from '../ordering/reservation.ts';
import { findOrderWithPrescription } from '../queries.ts';

/** @throws 404 NOT_FOUND when it is deleted; 409 PRESCRIPTION_USED, or PRESCRIPTION_RESERVED while it is being paid */
export async function lockEditable(tx: Database, id: string, now: Date): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null) throw new Refusal('NOT_FOUND');
  if (locked.usedById !== null) throw new Refusal('PRESCRIPTION_USED');
  if (isReserved(locked, now)) throw new Refusal('PRESCRIPTION_RESERVED');
  return locked;
}

/** Records a change of a prescription, with the customer whom it concerns. */
export async function recordEdit(
  ctx: Ctx,
  tx: Database,
  { id, patientPhone }: PrescriptionRow,
  line: Pick<NewLine, 'action' | 'details'>,
): Promise<void> {
  const order = await findOrderWithPrescription(tx, id);
  const customerId = order?.customerId ?? (await findCustomerByPhone(tx, patientPhone))?.id;
  await record(ctx, tx, { ...line, kind: 'prescription', id, customerId });
}
