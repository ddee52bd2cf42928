import { isKept, type WrittenLine } from './written-line.ts';

/** What is sent of the lines: those that are kept, at the prices that were shown. */
export function toItems(lines: readonly WrittenLine[]) {
  return lines
    .filter(isKept)
    .map(({ medicationId, label, quantity, price }) => ({ medicationId, label, quantity, price }));
}

const PLACE = /^(?:prescription\.)?items\.(\d+)\./;

/** The messages of a 422 by medicine: its places count the lines that `toItems` sent. */
export function errorsByMedicine(
  fields: Readonly<Record<string, string>>,
  lines: readonly WrittenLine[],
): ReadonlyMap<string, string> {
  const sent = lines.filter(isKept);
  const errors = new Map<string, string>();
  for (const [path, message] of Object.entries(fields)) {
    const line = sent[Number(PLACE.exec(path)?.[1] ?? Number.NaN)];
    if (line !== undefined) errors.set(line.medicationId, message);
  }
  return errors;
}
