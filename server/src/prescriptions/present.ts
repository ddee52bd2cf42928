import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { maskName } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Actor } from '../ctx.ts';
import type { PrescriptionView } from './queries.ts';

/** Only a health professional who registered by themselves has to be verified (RULES 23). */
export function isVerified(author: { type: string; verified: boolean }): boolean {
  return author.type !== 'partnerDoctor' || author.verified;
}

/** As on the order: an agent sees whom to call once it is theirs, or where they wrote the number down themselves. */
export function hidesPhone(
  { prescription, order }: PrescriptionView,
  reader: Pick<Actor, '_id' | 'type'>,
): boolean {
  if (reader.type !== 'agent') return false;
  return order === null ? prescription.authorId !== reader._id : order.agentId !== reader._id;
}

/** Every field of a prescription that leaves the server, for this reader (WIRE.md, RULES 18, csv 42). */
export function presentPrescription(view: PrescriptionView, reader: Actor): Prescription {
  const { prescription: row, author, order, items } = view;
  const isCustomer = reader.type === 'customer';
  const isStranger = isCustomer && reader.phone !== row.patientPhone;
  const isTheirOrder = isCustomer && order?.customerId === reader._id;
  const seesUse = isTheirOrder || (!isCustomer && reader.type !== 'partnerDoctor');
  return {
    _id: row.id,
    type: row.type,
    prescriptionNumber: row.number,
    patientName: isStranger ? maskName(row.patientName) : row.patientName,
    ...(!isStranger && !hidesPhone(view, reader) && { patientPhone: row.patientPhone }),
    prescriptorName: author.name,
    ...(!isCustomer && author.phone !== null && { prescriptorPhone: author.phone }),
    items: items.map(({ medicationId, label, quantity, price }) => ({
      medicationId,
      label,
      quantity,
      price,
    })),
    url: isCustomer && !isTheirOrder ? null : row.url,
    used: row.usedById !== null,
    usedBy: seesUse ? row.usedById : null,
    verified: isVerified(author),
    createdAt: row.createdAt.toISOString(),
    total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  };
}
