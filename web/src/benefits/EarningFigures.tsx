import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { useEarnings } from './api.ts';
import styles from './benefits.module.css';

type Props = {
  doctorId: string;
  /** How many prescriptions are used, and how many wait; undefined until loaded. */
  counts: { used: number; pending: number } | undefined;
};

/** The three counts and the three amounts of a partner, each one line high; a dash until loaded. « Gains » shows more of them. */
export function EarningFigures({ doctorId, counts }: Props) {
  const { data } = useEarnings(doctorId);
  const figures = [
    ['Créées', counts && formatNumber(counts.used + counts.pending)],
    ['Utilisées', counts && formatNumber(counts.used)],
    ['En attente', counts && formatNumber(counts.pending)],
    ['Total gain', data && formatMoney(data.total)],
    ['Total Paiement reçu', data && formatMoney(data.totalPaid)],
    ['Paiement en attente', data && formatMoney(data.pending)],
  ] as const;
  return (
    <dl className={styles.strip} aria-label="Ordonnances et gains">
      {figures.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
