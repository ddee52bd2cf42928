import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { countOf, formatMinutes } from '../../lib/format.ts';
import { OrderStateBadge } from '../../ui/badges.tsx';
import type { DayStats } from './api.ts';
import styles from './overview.module.css';
import { DayPlot } from './plot/DayPlot.tsx';
import { RankPlot } from './plot/RankPlot.tsx';
import { formatDay, topOfMinutes } from './plot/scale.ts';

/** Number of zones in the chart. */
const ZONES_SHOWN = 8;

/** Charts of the orders of some days, at least one. */
export function Plots({ stats }: { stats: DayStats }) {
  const { days, states, zones, deliveryMinutes } = stats;
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0);
  const busiest = days.reduce((most, day) => (day.orders > most.orders ? day : most));
  const shownZones = zones.slice(0, ZONES_SHOWN);
  const otherZones = zones.length - shownZones.length;
  return (
    <div className={styles.plots}>
      <DayPlot
        title="Commandes par jour"
        summary={`${countOf(orders, 'commande')}, ${formatNumber(busiest.orders)} au plus le ${formatDay(busiest.day)}`}
        file={{ name: 'commandes-par-jour', heading: 'Commandes' }}
        values={days.map(({ day, orders: value }) => ({ day, value }))}
        format={(value) => countOf(value, 'commande')}
      />
      <DayPlot
        title="Encaissé par jour"
        summary={`${formatMoney(revenue)} payés pour les commandes de ces jours`}
        file={{ name: 'encaisse-par-jour', heading: 'Encaissé (F)' }}
        values={days.map(({ day, revenue: value }) => ({ day, value }))}
        format={formatMoney}
      />
      <DayPlot
        title="Durée de livraison"
        summary={
          deliveryMinutes === null
            ? 'Aucune commande de ces jours n’est encore livrée'
            : `La moitié des commandes livrées l’ont été en moins de ${formatMinutes(deliveryMinutes)} après le paiement`
        }
        file={{ name: 'duree-de-livraison', heading: 'Durée de livraison (minutes)' }}
        values={days.map(({ day, deliveryMinutes: value }) => ({ day, value }))}
        format={formatMinutes}
        short={formatMinutes}
        scale={topOfMinutes}
      />
      <RankPlot
        title="États"
        summary="Où en sont les commandes de ces jours"
        file={{ name: 'etats', heading: 'Commandes' }}
        rows={orderStates.map((state) => [orderStateLabel(state, 'superAdmin'), states[state]])}
        ranks={orderStates.map((state) => ({
          key: state,
          name: <OrderStateBadge state={state} reader="superAdmin" />,
          value: states[state],
          text: formatNumber(states[state]),
        }))}
      />
      <RankPlot
        title="Zones"
        summary={
          otherZones === 0
            ? 'Où vont les commandes de ces jours'
            : `Les ${ZONES_SHOWN} zones qui commandent le plus, et ${countOf(otherZones, 'autre')}`
        }
        file={{ name: 'zones', heading: 'Commandes' }}
        rows={zones.map(({ label, orders }) => [label, orders])}
        ranks={shownZones.map((zone) => ({
          key: zone._id,
          name: zone.label,
          value: zone.orders,
          text: countOf(zone.orders, 'commande'),
        }))}
      />
    </div>
  );
}
