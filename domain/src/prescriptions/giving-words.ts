import { formatDay } from '../contract/format.ts';
import { type FixedReason, fixedReasonLabels } from '../orders/substitution.ts';

// Imports no zod: pages use it.

/** A day in Benin, « 3 janvier 2027 ». */
export const dayWords = (day: string): string => formatDay(new Date(`${day}T12:00:00Z`));

interface Giving {
  readonly repeats?: number | undefined;
  readonly repeatDays?: number | null | undefined;
  readonly dueFrom?: string | undefined;
  readonly deliverBefore?: string | null | undefined;
  readonly maySplit?: boolean | undefined;
  readonly fixedReason?: FixedReason | null | undefined;
}

/**
 * How a line may be given: « 2 renouvellements, le prochain dès le 3 janvier 2027 · à commander avant le 3 mars 2027 »; an empty text
 * when nothing is said.
 */
export function describeGiving({
  repeats = 0,
  repeatDays,
  dueFrom,
  deliverBefore,
  maySplit,
  fixedReason,
}: Giving): string {
  const again = repeats === 0 ? null : `${repeats}\u00a0renouvellement${repeats > 1 ? 's' : ''}`;
  const every = repeatDays && again !== null ? `tous les ${repeatDays} jours` : null;
  const next = dueFrom === undefined ? every : `le prochain dès le ${dayWords(dueFrom)}`;
  return [
    [again, next].filter(Boolean).join(', '),
    deliverBefore ? `à commander avant le ${dayWords(deliverBefore)}` : null,
    maySplit ? 'peut être pris en partie' : null,
    fixedReason ? `non substituable (${fixedReasonLabels[fixedReason].toLowerCase()})` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}
