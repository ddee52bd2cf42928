import { type KnownMedicine, warningLabels, warningsOf } from '@amasin/domain/warnings/warnings.ts';
import { Text } from '@mantine/core';
import type { WrittenLine } from './written-line.ts';

type Props = { lines: readonly WrittenLine[]; ageMonths?: number | null };

/** Of a saved line it is not known here what it is made of: its name alone is compared. */
const known = ({ medicationId, label, substances = null }: WrittenLine): KnownMedicine => ({
  medicationId,
  label,
  substances,
});

/** What is noticed of the lines while they are written: it stops nothing. */
export function LineWarnings({ lines, ageMonths = null }: Props) {
  const unknown = lines.filter(({ substances }) => substances === undefined);
  const warnings = warningsOf({ lines: lines.map(known), ageMonths }).flatMap((warning) => {
    const medicines = lines.filter(
      (line) =>
        warning.medications.includes(line.medicationId) &&
        !(warning.rule === 'unverified' && unknown.includes(line)),
    );
    return medicines.length === 0 ? [] : { ...warning, medicines };
  });
  return (
    <div role="status">
      {warnings.map(({ rule, medicines, source }) => (
        <Text key={rule} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`${warningLabels[rule]} : ${medicines.map(({ label }) => label).join(', ')}. ${source}.`}
        </Text>
      ))}
    </div>
  );
}
