import { fixedReasonLabels, fixedReasons } from '@amasin/domain/orders/substitution.ts';
import { describeGiving } from '@amasin/domain/prescriptions/giving-words.ts';
import { REPEATS_MAX } from '@amasin/domain/prescriptions/line.ts';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { DayField } from '../ui/DayField.tsx';
import styles from './ItemsEditor.module.css';
import type { WrittenLine } from './written-line.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

type Props = { line: WrittenLine; onChange: (line: WrittenLine) => void };

const repeatOptions = Array.from({ length: REPEATS_MAX + 1 }, (_, times) => ({
  value: String(times),
  label: times === 0 ? 'Aucun' : `${times} fois`,
}));

/** Usual intervals, days. */
const INTERVALS = [7, 14, 15, 21, 28, 30, 60, 90];

const intervalOptions = (days: number | undefined) =>
  [...new Set([...INTERVALS, ...(days === undefined ? [] : [days])])]
    .sort((one, other) => one - other)
    .map((value) => ({ value: String(value), label: `${value} jours` }));

const fixedOptions = [
  { value: '', label: 'Un équivalent peut être donné' },
  ...fixedReasons.map((reason) => ({
    value: reason,
    label: `Non substituable : ${fixedReasonLabels[reason].toLowerCase()}`,
  })),
];

/** How a medicine may be given: again, until when, in parts; folded until it is needed. */
export function GivingFields({ line, onChange }: Props) {
  const { label, repeats = 0, repeatDays, deliverBefore = '', maySplit = false, fixedReason = '' } = line;
  const [isOpen, setOpen] = useState(false);
  const words = describeGiving({
    ...(repeats > 0 && { repeats, ...(repeatDays !== undefined && { repeatDays }) }),
    ...(deliverBefore !== '' && { deliverBefore }),
    ...(maySplit && { maySplit: true as const }),
    ...(fixedReason !== '' && { fixedReason }),
  });
  if (!isOpen)
    return (
      <div className={styles.giving}>
        {words === '' ? null : <span className={styles.about}>{words}</span>}
        <Button
          variant="subtle"
          // Its label wraps; the style keeps it beside the words where both fit.
          fullWidth
          aria-label={`Renouvellement, date limite : ${label}`}
          onClick={() => setOpen(true)}
        >
          Renouvellement, date limite
        </Button>
      </div>
    );
  return (
    <fieldset className={styles.givingFields}>
      <legend className={styles.about}>{`Délivrance : ${label}`}</legend>
      <NativeSelect
        label="Renouvellements"
        data={repeatOptions}
        value={String(repeats)}
        onChange={({ currentTarget }) => {
          const times = Number(currentTarget.value);
          onChange({ ...line, repeats: times, repeatDays: times > 0 ? (repeatDays ?? 30) : undefined });
        }}
      />
      {repeats === 0 ? null : (
        <NativeSelect
          label="Tous les"
          data={intervalOptions(repeatDays)}
          value={String(repeatDays ?? 30)}
          onChange={({ currentTarget }) => onChange({ ...line, repeatDays: Number(currentTarget.value) })}
        />
      )}
      <DayField
        label="À délivrer avant le"
        value={deliverBefore}
        onChange={(day) => onChange({ ...line, deliverBefore: day })}
      />
      <NativeSelect
        label="Remplacement"
        data={fixedOptions}
        value={fixedReason}
        onChange={({ currentTarget }) => {
          const reason = fixedReasons.find((one) => one === currentTarget.value);
          onChange({ ...line, fixedReason: reason ?? '' });
        }}
      />
      <Checkbox
        className={styles.split}
        label="Peut être pris en partie"
        checked={maySplit}
        onChange={({ currentTarget }) => onChange({ ...line, maySplit: currentTarget.checked })}
      />
    </fieldset>
  );
}
