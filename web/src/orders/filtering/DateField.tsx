import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { DayField } from '../../ui/DayField.tsx';
import { SelectField } from '../../ui/filters.tsx';
import { describeDate, usualDates } from './dates.ts';

const ONE_DAY = 'one-day';

// Lazy: most people select a usual day or month.

type Props = { value: string; onChange: (date: string) => void };

/** A select of the usual days and months; any other day in the device's date picker. */
export function DateField({ value, onChange }: Props) {
  const now = useNow();
  const [picking, setPicking] = useState(false);
  const usual = usualDates(now);
  const isOther = value !== '' && !usual.some((date) => date.value === value);
  const isDay = value.length === 'yyyy-mm-dd'.length;

  // Cleared from outside (« Tout effacer »), not by emptying the day field.
  const last = useRef(value);
  useEffect(() => {
    if (value === '' && last.current !== '') setPicking(false);
    last.current = value;
  }, [value]);

  return (
    <>
      <SelectField
        label="Date"
        value={picking ? ONE_DAY : value}
        onChange={(date) => {
          setPicking(date === ONE_DAY);
          if (date !== ONE_DAY) onChange(date);
        }}
        options={[
          { value: '', label: 'Toutes les dates' },
          ...usual,
          ...(isOther ? [{ value, label: describeDate(value) }] : []),
          { value: ONE_DAY, label: 'Un jour précis…' },
        ]}
      />
      {picking ? (
        <DayField
          label="Jour"
          max={dayInBenin(now)}
          autoFocus
          value={isDay ? value : ''}
          onChange={(day: string) => {
            last.current = day;
            onChange(day);
          }}
        />
      ) : null}
    </>
  );
}
