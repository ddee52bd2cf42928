import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { prescriptionsWrittenBy } from '../scopes/prescriptions.ts';
import { guardGuesses } from '../session/rate-limits/guard-guesses.ts';
import { priceToday } from './ordering/price-today.ts';
import { presentPrescription } from './present.ts';
import { findFreePrescription } from './queries.ts';

/**
 * Looks a prescription up by its whole number (RULES 18); a prescriber only among own ones. What is shown costs what it
 * would cost now.
 * @throws 404 NO_PRESCRIPTION, alike for unknown, partial, used and foreign; 429 after ten misses in an hour
 */
export async function searchPrescription(ctx: Ctx, text: string): Promise<Prescription> {
  const number = readPrescriptionNumber(text);
  // Looking while one types costs nothing.
  if (number === null) throw new Refusal('NO_PRESCRIPTION');
  const scope = ctx.actor.type === 'partnerDoctor' ? prescriptionsWrittenBy(ctx.actor) : undefined;
  const view = await guardGuesses(ctx, (tx) => findFreePrescription(tx, { number }, scope));
  if (view === null) throw new Refusal('NO_PRESCRIPTION');
  const { items } = await priceToday(ctx.db, view, ctx.clock.now());
  return presentPrescription({ ...view, items }, ctx.actor);
}
