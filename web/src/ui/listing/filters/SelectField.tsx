import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string }[];
};

/** A filter by the device's own list of choices: the best one there is on a phone, and a light one. */
export function SelectField({ label, value, onChange, choices }: Props) {
  return (
    <InputBase
      component="select"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={<IconChevronDown size={18} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      pointer
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </InputBase>
  );
}
