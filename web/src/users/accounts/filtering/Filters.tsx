import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Choice, readChoice } from './choice.ts';
import styles from './Filters.module.css';
import { SearchField } from './SearchField.tsx';

type Props = { choice: Choice; onChange: (part: Partial<Choice>) => void };

const types = [
  { value: '', label: 'Tous' },
  ...userTypes.map((type) => ({ value: type, label: userTypeLabels[type] })),
];
const states = [
  { value: '', label: 'Tous' },
  { value: 'true', label: 'Actifs' },
  { value: 'false', label: 'Désactivés' },
];

/** By text, by type and by what is active. */
export function Filters({ choice, onChange }: Props) {
  const read = (name: string, value: string) => readChoice(new URLSearchParams({ [name]: value }));
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField value={choice.q} onSearch={(q) => onChange({ q })} />
      </div>
      <Select
        label="Type"
        choices={types}
        value={choice.type}
        onChange={(type) => onChange({ type: read('type', type).type })}
      />
      <Select
        label="Statut"
        choices={states}
        value={choice.active}
        onChange={(active) => onChange({ active: read('active', active).active })}
      />
    </div>
  );
}

type SelectProps = {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** The device's own list of choices. */
function Select({ label, choices, value, onChange }: SelectProps) {
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
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </InputBase>
  );
}
