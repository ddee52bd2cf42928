import { isSameLines } from '../../../writing/written-line.ts';
import { bodyOf, type Draft } from './draft.ts';

/** What is sent to change a prescription: medicines that nobody touched keep the prices that were frozen (RULES 2). */
export function changedParts(draft: Draft, first: Draft): Partial<ReturnType<typeof bodyOf>> {
  const { patientName, patientPhone, url, items } = bodyOf(draft);
  return {
    ...(patientName !== first.patientName && { patientName }),
    ...(patientPhone !== first.patientPhone && { patientPhone }),
    ...(url !== first.url && { url }),
    ...(!isSameLines(draft.lines, first.lines) && { items }),
  };
}
