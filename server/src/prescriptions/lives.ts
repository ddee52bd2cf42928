import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { type LineLife, lifeOf } from '@amasin/domain/prescriptions/line.ts';
import type { PrescriptionView, ShownItem } from './queries.ts';

/** A line of a prescription, and what has become of it (rule 52). */
export interface LivingLine extends ShownItem {
  readonly life: LineLife;
}

/** The lines of a prescription as they were prescribed. */
export function linesOf({ prescription, items }: PrescriptionView, now: Date): LivingLine[] {
  const at = { today: dayInBenin(now), isClosed: prescription.closing !== null };
  return items.map((item) => ({ ...item, life: lifeOf(item, item.given, at) }));
}

/** The lines of which something can be ordered now, with that many boxes. */
export function offeredOf(view: PrescriptionView, now: Date): LivingLine[] {
  return linesOf(view, now)
    .map((line) => ({ ...line, quantity: line.life.offered }))
    .filter(({ quantity }) => quantity > 0);
}
