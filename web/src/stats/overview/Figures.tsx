import { formatNumber } from '@amasin/domain/contract/format.ts';
import {
  IconCash,
  IconCircleCheck,
  IconClock,
  IconMotorbike,
  IconPercentage,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react';
import { RetryLine } from '../../ui/feedback.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Money } from '../../ui/text.tsx';
import type { GlobalFigures } from './api.ts';
import styles from './overview.module.css';

type Props = {
  figures: GlobalFigures | undefined;
  /** The error of the last load; null without one. */
  problem: string | null;
  onRetry: () => void;
};

/** Seven cards; a dash while a figure is unknown. */
export function Figures({ figures, problem, onRetry }: Props) {
  const count = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const money = (value: number | undefined) => (value === undefined ? '–' : <Money amount={value} />);
  const orders = figures?.orders;
  return (
    <section aria-label="Chiffres de la plateforme">
      <div className={styles.counts}>
        <StatCard label="Utilisateurs" value={count(figures?.users.total)} icon={IconUsers} />
        <StatCard label="Commandes" value={count(orders?.total)} icon={IconShoppingBag} />
        <StatCard label="Terminées" value={count(orders?.ended)} icon={IconCircleCheck} />
        <StatCard label="En cours" value={count(orders?.pending)} icon={IconClock} />
      </div>
      <div className={styles.amounts}>
        <StatCard label="Chiffre d’affaires" value={money(orders?.totalRevenue)} icon={IconCash} />
        <StatCard label="Commission" value={money(orders?.commission)} icon={IconPercentage} />
        <StatCard label="Frais de livraison" value={money(orders?.deliveryFees)} icon={IconMotorbike} />
      </div>
      {problem === null ? null : <RetryLine problem={problem} onRetry={onRetry} mt="xs" />}
    </section>
  );
}
