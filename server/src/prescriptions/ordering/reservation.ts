import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';

type Reserved = Pick<PrescriptionRow, 'reservedById' | 'reservedUntil'>;

/** Whether somebody's portal for it may still be open (RULES 19). */
export function isReserved({ reservedUntil }: Reserved, now: Date): boolean {
  return reservedUntil !== null && reservedUntil > now;
}

/** The same, somebody's other than this customer. */
export function isReservedByAnother(row: Reserved, customerId: string, now: Date): boolean {
  return isReserved(row, now) && row.reservedById !== customerId;
}
