import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { ReactNode } from 'react';
import { RetryLine } from '../ui/feedback.tsx';
import { Money } from '../ui/text.tsx';
import type { CustomerFigures } from './api.ts';
import styles from './CustomerStats.module.css';

type Props = {
  figures: CustomerFigures | undefined;
  /** The error; null while loading. */
  problem: string | null;
  onRetry: () => void;
};

/** The four figures at the end of the customer's dashboard; a dash while a figure is unknown. */
export function CustomerStats({ figures, problem, onRetry }: Props) {
  const count = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
    <section className={styles.section} aria-label="Mes chiffres">
      <dl className={styles.figures}>
        <Figure label="Commandes">{count(figures?.totalOrders)}</Figure>
        <Figure label="En cours">{count(figures?.pendingOrders)}</Figure>
        <Figure label="Livrées">{count(figures?.deliveredOrders)}</Figure>
        <Figure label="Dépensé">{figures === undefined ? '–' : <Money amount={figures.totalSpent} />}</Figure>
      </dl>
      {problem === null ? null : <RetryLine problem={problem} onRetry={onRetry} mt="xs" />}
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
