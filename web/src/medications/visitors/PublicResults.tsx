import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import type { ReactNode } from 'react';
import { detailOf } from '../medication-detail.ts';
import styles from './visitors.module.css';

type Props = {
  medications: readonly PublicMedication[];
  /** They are the results of the previous text. */
  isOutdated: boolean;
  actionOf: (medication: PublicMedication) => ReactNode;
};

export function PublicResults({ medications, isOutdated, actionOf }: Props) {
  if (medications.length === 0) return null;
  return (
    <ul className={styles.results} aria-label="Médicaments trouvés" data-outdated={isOutdated || undefined}>
      {medications.map((medication) => (
        <li key={medication._id} className={styles.result}>
          <span className={styles.name}>
            <span className={styles.label}>{medication.label}</span>
            <span className={styles.detail}>{detailOf(medication)}</span>
          </span>
          <span className={styles.price}>{formatMoney(medication.price)}</span>
          {medication.requiresPrescription ? (
            <span className={styles.detail}>Sur ordonnance</span>
          ) : (
            actionOf(medication)
          )}
        </li>
      ))}
    </ul>
  );
}
