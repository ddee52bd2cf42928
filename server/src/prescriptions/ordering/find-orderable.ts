import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { guardGuesses } from '../../session/rate-limits/guard-guesses.ts';
import { presentLeftOut } from '../present.ts';
import { findAvailablePrescription } from '../queries.ts';
import { priceOrRefuse } from './price-today.ts';
import { isReservedByAnother } from './reservation.ts';
import { splitChosen } from './split-chosen.ts';

interface Orderable {
  readonly items: FrozenOrder['items'];
  readonly leftOut: NonNullable<FrozenOrder['leftOut']>;
  readonly prescription: NonNullable<FrozenOrder['prescription']>;
}

/**
 * Finds the items of a prescription by its number, at current prices, without those that the customer leaves out. An unknown
 * whole number counts as a guess.
 * @param path the path of `leftOut` in the body, for the fields of a 422
 * @throws 409 PRESCRIPTION_USED, the same for an unknown, partial, used or reserved number; 409 MEDICATION_UNAVAILABLE,
 * MEDICATION_NOT_PRICED, MEDICATION_TO_REVIEW; 422 INVALID for an unknown medicine, or when none remains; 429 TOO_MANY_TRIES after ten misses in an hour
 */
export async function findOrderable(
  ctx: Ctx,
  {
    prescriptionNumber: code,
    leftOut: unwanted = [],
  }: { prescriptionNumber: string; leftOut?: string[] | undefined },
  path: string,
): Promise<Orderable> {
  const number = readPrescriptionNumber(code);
  const view = number && (await guardGuesses(ctx, (tx) => findAvailablePrescription(tx, { number })));
  const now = ctx.clock.now();
  if (!view || isReservedByAnother(view.prescription, ctx.actor._id, now)) {
    throw new Refusal('PRESCRIPTION_USED');
  }
  const { id, number: prescriptionNumber, version } = view.prescription;
  const { taken, leftOut } = splitChosen(view.items, unwanted, path);
  // What is left out may no longer be sold.
  const items = await priceOrRefuse(ctx, { ...view, items: taken }, now);
  return {
    items,
    leftOut: leftOut.map(presentLeftOut),
    prescription: { _id: id, prescriptionNumber, version },
  };
}
