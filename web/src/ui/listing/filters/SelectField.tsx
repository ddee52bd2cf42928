import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
};

/** A filter as a native select: light, and best on a phone. */
export function SelectField({ label, value, onChange, options }: Props) {
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
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </InputBase>
  );
}
