import { recordReads } from '../audit/recording/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import type { PrescriptionView } from './queries.ts';

/** Records that the caller reads these prescriptions; not those that they wrote, or that have their telephone. */
export function recordPrescriptionReads(ctx: Ctx, views: readonly PrescriptionView[]): Promise<void> {
  const { _id, type, phone } = ctx.actor;
  const others = views.filter(
    ({ prescription: { authorId, patientPhone } }) =>
      authorId !== _id && !(type === 'customer' && patientPhone === phone),
  );
  return recordReads(
    ctx,
    'prescription',
    others.map(({ prescription: { id, patientPhone }, order }) => ({
      id,
      customerId: order?.customerId ?? null,
      phone: patientPhone,
    })),
  );
}
