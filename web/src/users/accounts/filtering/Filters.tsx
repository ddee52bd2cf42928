import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { SearchField } from '../../../ui/filtering/SearchField.tsx';
import { SelectField } from '../../../ui/filtering/SelectField.tsx';
import { type Choice, readChoice } from './choice.ts';
import styles from './Filters.module.css';

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
        <SearchField
          label="Chercher un compte"
          placeholder="Nom, email ou téléphone"
          value={choice.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      <SelectField
        label="Type"
        choices={types}
        value={choice.type}
        onChange={(type) => onChange({ type: read('type', type).type })}
      />
      <SelectField
        label="Statut"
        choices={states}
        value={choice.active}
        onChange={(active) => onChange({ active: read('active', active).active })}
      />
    </div>
  );
}
