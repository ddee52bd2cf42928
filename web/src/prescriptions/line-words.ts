import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import { countOf } from '../lib/format.ts';

type Progress = Pick<PrescriptionLine, 'given' | 'remaining'>;

/** What orders took of a line, « 1 boîte sur 3 commandée »; null before the first. */
export function describeGiven({ given, remaining }: Progress): string | null {
  if (given === undefined) return null;
  return `${countOf(given, 'boîte')} sur ${given + (remaining ?? 0)} ${given > 1 ? 'commandées' : 'commandée'}`;
}

/** Whether orders took something of a prescription. */
export const isBegun = ({ items }: { items: readonly Progress[] }): boolean =>
  items.some(({ given }) => given !== undefined);

/** Whether the next repeat of a line is not due yet: it can be ordered all the same (rule 54). */
export const isEarly = ({ dueFrom }: Pick<PrescriptionLine, 'dueFrom'>): boolean =>
  dueFrom !== undefined && dayInBenin(new Date()) < dueFrom;
