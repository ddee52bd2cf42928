import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { PrescribedItem } from '@amasin/domain/orders/draft.ts';
import type { FixedReason } from '@amasin/domain/orders/substitution.ts';
import { type PrescribedLine, usualEnd } from '@amasin/domain/prescriptions/line.ts';
import type { Ctx } from '../ctx.ts';
import { invalidField } from '../refusal.ts';
import type { NewPrescriptionItem } from './write-queries.ts';

interface Written {
  readonly type: 'numerical' | 'physical';
  /** The lines that these replace: what is not sent stays. */
  readonly before?: readonly (PrescribedLine & {
    readonly maySplit: boolean;
    readonly fixedReason: FixedReason | null;
  })[];
  /** The path of the lines in the body. */
  readonly path: string;
}

/**
 * Adds to resolved items how they may be given, as their lines say (rule 54).
 * @throws 422 INVALID for a day that is not in the future
 */
export function withGiving<Item extends Omit<NewPrescriptionItem, 'repeats'>>(
  { clock, settings }: Pick<Ctx, 'clock' | 'settings'>,
  items: readonly Item[],
  lines: readonly PrescribedItem[],
  { type, before = [], path }: Written,
) {
  const today = dayInBenin(clock.now());
  const days = type === 'physical' ? settings.photoPrescriptionDays : settings.prescriptionDays;
  return items.map((item, n) => {
    const { repeats: sent, repeatDays, deliverBefore, maySplit, fixedReason } = lines[n] ?? {};
    const known = before.find(({ medicationId }) => medicationId === item.medicationId);
    if (deliverBefore && deliverBefore <= today)
      throw invalidField(`${path}.${n}.deliverBefore`, 'Choisissez une date à venir');
    const repeats = orKnown(sent, known?.repeats) ?? 0;
    const giving = {
      repeats,
      repeatDays: repeats === 0 ? null : orKnown(repeatDays, known?.repeatDays),
      maySplit: orKnown(maySplit, known?.maySplit) ?? false,
      fixedReason: orKnown(fixedReason, known?.fixedReason),
    };
    return {
      ...item,
      ...giving,
      deliverBefore: orKnown(deliverBefore, known?.deliverBefore) ?? usualEnd(today, days, giving),
    };
  });
}

/** What was sent, null to remove it; what was known when nothing was. */
const orKnown = <T>(sent: T | null | undefined, known: T | null | undefined): T | null =>
  sent === undefined ? (known ?? null) : sent;
