import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { ErrorResponse } from '@amasin/domain/error-response.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button, Text } from '@mantine/core';
import { ApiError } from '../lib/api-error.ts';
import styles from './MedicineSearch.module.css';
import { detailOf } from './medication-detail.ts';

/** The medicines of the same name that the catalogue has. */
export type Alike = {
  medications: readonly Medication[];
  /** None of them has the form that is added. */
  canAdd: boolean;
};

/** Null for any other error. */
export function readAlike(error: unknown): Alike | null {
  if (!(error instanceof ApiError)) return null;
  const canAdd = error.code === 'MEDICATION_ALIKE';
  if (!canAdd && error.code !== 'MEDICATION_EXISTS') return null;
  return { medications: (error.body as Partial<ErrorResponse>).medications ?? [], canAdd };
}

type Props = {
  alike: Alike;
  pending: boolean;
  onTake: (medication: Medication) => void;
  onSearch: () => void;
  onAnotherForm: () => void;
};

/** « Ce médicament existe déjà » : takes one of those, or adds another form. */
export function ExistingMedicines({ alike, pending, onTake, onSearch, onAnotherForm }: Props) {
  const { medications, canAdd } = alike;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a layout of its own
    <div role="group" aria-label="Ce médicament existe déjà" className={styles.existing}>
      <Text fw={600} size="sm">
        Ce médicament existe déjà :
      </Text>
      {medications.map((medication) => (
        <Button
          key={medication._id}
          variant="light"
          h="auto"
          mih={44}
          py={8}
          onClick={() => onTake(medication)}
        >
          {`Prendre ${medication.label}, ${detailOf(medication)}${medication.price > 0 ? `, ${formatMoney(medication.price)}` : ''}`}
        </Button>
      ))}
      {medications.length === 0 ? (
        <Button variant="light" onClick={onSearch}>
          Chercher ce médicament
        </Button>
      ) : null}
      {canAdd ? (
        <Button variant="default" loading={pending} onClick={onAnotherForm}>
          C’est une autre forme
        </Button>
      ) : null}
    </div>
  );
}
