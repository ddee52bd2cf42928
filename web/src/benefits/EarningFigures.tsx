import { formatMoney } from '@amasin/domain/contract/format.ts';
import { useEarnings } from './api.ts';
import styles from './benefits.module.css';

const figures = [
  { label: 'Total gain', key: 'total' },
  { label: 'Total Paiement reçu', key: 'totalPaid' },
  { label: 'Paiement en attente', key: 'pending' },
] as const;

/** The three amounts of a partner, one line high; a dash until loaded. « Gains » shows more of them. */
export function EarningFigures({ doctorId }: { doctorId: string }) {
  const { data } = useEarnings(doctorId);
  return (
    <dl className={styles.strip} aria-label="Gains">
      {figures.map(({ label, key }) => (
        <div key={key} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{data === undefined ? '–' : formatMoney(data[key])}</dd>
        </div>
      ))}
    </dl>
  );
}
