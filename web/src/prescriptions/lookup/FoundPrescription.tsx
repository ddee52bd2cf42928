import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { countOf } from '../../lib/format.ts';
import { StateBadge } from '../../ui/badges.tsx';
import { ItemInstructions, LineAmount, Money } from '../../ui/text.tsx';
import styles from './lookup.module.css';

/** The prescription of a code: prescriber, patient, and medicines with their prices. */
export function FoundPrescription({ prescription }: { prescription: Prescription }) {
  const { prescriptionNumber, prescriptorName, patientName, verified, items, total } = prescription;
  return (
    <section className={styles.found} aria-label={`Ordonnance ${prescriptionNumber}`}>
      <header className={styles.head}>
        <span className={styles.number}>{prescriptionNumber}</span>
        <span>{countOf(items.length, 'médicament')}</span>
      </header>
      <dl className={styles.people}>
        <div>
          <dt>Prescripteur</dt>
          <dd>{prescriptorName}</dd>
        </div>
        <div>
          <dt>Patient</dt>
          <dd>{patientName}</dd>
        </div>
      </dl>
      {verified ? null : (
        <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
      )}
      <ul className={styles.items} aria-label="Médicaments prescrits">
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review }) => (
          <li key={medicationId} className={styles.item}>
            <span>
              <span>{`${quantity} × ${label}`}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
            </span>
            <LineAmount price={price} quantity={quantity} review={review} />
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total des médicaments</span>
        {items.some(({ review }) => review === 'waiting') ? (
          <span>À calculer</span>
        ) : (
          <Money amount={total} />
        )}
      </p>
    </section>
  );
}
