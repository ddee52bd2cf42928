import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { StatCard } from '../../../ui/StatCard.tsx';
import type { OwnerStats } from '../api.ts';
import { shortDay } from '../plot/scale.ts';
import { compare, comparePercents, percentOf } from './difference.ts';
import styles from './owner.module.css';

type Week = OwnerStats['weeks']['current'];

/** The last seven days, and the difference to the seven days before, in words. */
export function Weeks({ weeks: { current, previous } }: { weeks: OwnerStats['weeks'] }) {
  const compared = (key: 'orders' | 'revenue' | 'commission', format: (value: number) => string) => ({
    value: format(current[key]),
    below: `${compare(current[key], previous[key], format)} · avant : ${format(previous[key])}`,
  });
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks" className={styles.title}>
        Cette semaine et la précédente
      </h2>
      <p className={styles.note}>
        {`Commandes créées du ${shortDay(current.from)} au ${shortDay(current.to)}, puis du ${shortDay(previous.from)} au ${shortDay(previous.to)}`}
      </p>
      <div className={styles.cards}>
        <StatCard label="Commandes payées" {...compared('orders', formatNumber)} />
        <StatCard label="Encaissé" {...compared('revenue', formatMoney)} />
        <StatCard label="Commission" {...compared('commission', formatMoney)} />
        <StatCard label="Livrées à l’heure promise" {...deliveries(current, previous)} />
      </div>
    </section>
  );
}

function deliveries(current: Week, previous: Week) {
  const [now, before] = [current, previous].map(({ onTime, delivered }) => percentOf(onTime, delivered));
  const difference = comparePercents(now ?? null, before ?? null);
  const earlier =
    before == null
      ? 'avant : aucune livraison'
      : `avant : ${before}\u00a0% de ${formatNumber(previous.delivered)}`;
  return {
    value: now == null ? 'Aucune livraison' : `${now}\u00a0% de ${formatNumber(current.delivered)}`,
    below: difference === null ? earlier : `${difference} · ${earlier}`,
  };
}
