import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { NativeSelect } from '@mantine/core';
import { type Choice, readChoice } from './choice.ts';
import styles from './Filters.module.css';
import { SearchField } from './SearchField.tsx';

type Props = { choice: Choice; onChange: (part: Partial<Choice>) => void };

const types = [
  { value: '', label: 'Tous les types' },
  ...userTypes.map((type) => ({ value: type, label: userTypeLabels[type] })),
];
const states = [
  { value: '', label: 'Actifs et désactivés' },
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
      <NativeSelect
        label="Type"
        data={types}
        value={choice.type}
        onChange={({ currentTarget }) => onChange({ type: read('type', currentTarget.value).type })}
      />
      <NativeSelect
        label="Statut"
        data={states}
        value={choice.active}
        onChange={({ currentTarget }) => onChange({ active: read('active', currentTarget.value).active })}
      />
    </div>
  );
}
