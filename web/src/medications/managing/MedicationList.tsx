import type { Medication } from '@amasin/domain/medications/medication.ts';
import { type MedicationActions, MedicationRow } from './MedicationRow.tsx';
import styles from './managing.module.css';

type Props = {
  medications: readonly Medication[];
  /** An older answer, while the next one is on its way. */
  outdated: boolean;
  actions: MedicationActions;
};

const headings = ['Nom', 'Forme', 'Prix', 'Créateur', 'Date', 'Actions'] as const;

export function MedicationList({ medications, outdated, actions }: Props) {
  return (
    <div>
      <div className={styles.headings} aria-hidden="true">
        {headings.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <ul
        className={styles.list}
        aria-label="Médicaments"
        aria-busy={outdated}
        data-outdated={outdated || undefined}
      >
        {medications.map((medication) => (
          <MedicationRow key={medication._id} medication={medication} actions={actions} />
        ))}
      </ul>
    </div>
  );
}
