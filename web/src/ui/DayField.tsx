import { isDay } from '@amasin/domain/contract/dates.ts';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  /** A day, `2026-11-20`, or an empty string. */
  value: string;
  onChange: (day: string) => void;
  max?: string;
  error?: string | undefined;
  autoFocus?: boolean;
};

/** A native date field. An incomplete date changes nothing. */
export function DayField({ label, value, onChange, max, error, autoFocus = false }: Props) {
  const [text, setText] = useState(value);
  const reported = useRef(value);

  // Changed from outside: « Tout effacer », or the browser's back button.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  return (
    <TextInput
      type="date"
      label={label}
      autoFocus={autoFocus}
      error={error}
      {...(max === undefined ? {} : { max })}
      value={text}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        setText(typed);
        if (typed !== '' && !isDay(typed)) return;
        reported.current = typed;
        onChange(typed);
      }}
    />
  );
}
