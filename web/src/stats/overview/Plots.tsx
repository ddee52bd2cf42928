import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { countOf, formatMinutes } from '../../lib/format.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { PlainList } from '../../ui/PlainList.tsx';
import type { DayStats } from './api.ts';
import overviewStyles from './overview.module.css';
import styles from './plot.module.css';
import { formatDay, formatShort, shortDay, topOf, topOfMinutes } from './scale.ts';

/** Values as a file that a spreadsheet set to French opens, as the server writes downloaded lists. Loaded when it is used. */
export async function writeCsv(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: [...headings],
    escape_formulas: true,
  });
  return new Blob([text], { type: 'text/csv' });
}

/** The file of a plot's values: its name, and the heading of the values with their unit. */
type FigureFile = { name: string; heading: string };

type Props = {
  title: string;
  file: FigureFile;
  /** The heading of the names. */
  names: string;
  rows: readonly (readonly [name: string, value: number | null])[];
};

/** Downloads the values of a plot. */
function DownloadFigures({ title, file: { name, heading }, names, rows }: Props) {
  return (
    <DownloadButton
      what={`les chiffres : ${title}`}
      name={name}
      read={() => writeCsv([names, heading], rows)}
    />
  );
}

type FigureTableProps = {
  title: string;
  file: FigureFile;
  rows: readonly { key: string; name: string; value: string; raw: number | null }[];
};

/** The values of a plot as a table, collapsed until it is opened, and as a file; `key` is the day. */
function FigureTable({ title, file, rows }: FigureTableProps) {
  return (
    <details className={styles.details}>
      <summary className={styles.open} aria-label={`Voir les chiffres : ${title}`}>
        Voir les chiffres
      </summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Jour</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, value }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DownloadFigures title={title} file={file} names="Jour" rows={rows.map(({ key, raw }) => [key, raw])} />
    </details>
  );
}

type DayValue = { day: string; value: number | null };

type DayPlotProps = {
  title: string;
  /** One sentence about all days. */
  summary: string;
  file: FigureFile;
  /** Oldest first, at least one. */
  values: readonly DayValue[];
  /** Formats a value: « 12 commandes ». */
  format: (value: number) => string;
  /** Formats a value of the axis. */
  short?: (value: number) => string;
  /** The top of the scale for the largest value. */
  scale?: (largest: number) => number;
};

/** A bar for each day, with the values in a table below. */
function DayPlot(props: DayPlotProps) {
  const { title, summary, file, values, format, short = formatShort, scale = topOf } = props;
  const [at, setAt] = useState<number | null>(null);
  const name = useId();
  const top = scale(Math.max(...values.map(({ value }) => value ?? 0)));
  const pointed = at === null ? undefined : values[at];
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * values.length);
    setAt(Math.min(values.length - 1, Math.max(0, index)));
  };

  return (
    <figure className={styles.figure} aria-labelledby={name}>
      <figcaption id={name} className={styles.title}>
        {title}
      </figcaption>
      <p className={styles.summary} data-changing>
        {pointed === undefined
          ? summary
          : `${formatDay(pointed.day)} : ${formatValue(pointed.value, format)}`}
      </p>
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.scale}>
          <span>{short(top)}</span>
          <span>{short(top / 2)}</span>
          <span>{short(0)}</span>
        </div>
        <div
          className={styles.bars}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
        >
          <svg viewBox={`0 0 ${values.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
            {values.map(({ day, value }, index) => (
              <rect
                key={day}
                className={styles.bar}
                data-pointed={index === at || undefined}
                x={index + 0.12}
                width={0.76}
                y={top - (value ?? 0)}
                height={value ?? 0}
              />
            ))}
          </svg>
        </div>
        <div className={styles.days}>
          {daysNamed(values).map((day) => (
            <span key={day}>{shortDay(day)}</span>
          ))}
        </div>
      </div>
      <FigureTable
        title={title}
        file={file}
        rows={[...values].reverse().map(({ day, value }) => ({
          key: day,
          name: formatDay(day),
          value: formatValue(value, format),
          raw: value,
        }))}
      />
    </figure>
  );
}

const formatValue = (value: number | null, format: DayPlotProps['format']) =>
  value === null ? 'aucune' : format(value);

/** The first, the middle and the last day. */
function daysNamed(values: readonly DayValue[]): string[] {
  const last = values.length - 1;
  return [...new Set([0, Math.round(last / 2), last])].flatMap((index) => values[index]?.day ?? []);
}

type Rank = { key: string; name: ReactNode; value: number; text: string };

type RankPlotProps = {
  title: string;
  summary: string;
  ranks: readonly Rank[];
  file: FigureFile;
  /** All names and values, including those that are not shown. */
  rows: readonly (readonly [name: string, value: number])[];
};

/** A bar for each name, with its value in text. */
function RankPlot({ title, summary, ranks, file, rows }: RankPlotProps) {
  const name = useId();
  const largest = Math.max(1, ...ranks.map(({ value }) => value));
  return (
    <figure className={styles.figure} aria-labelledby={name}>
      <figcaption id={name} className={styles.title}>
        {title}
      </figcaption>
      <p className={styles.summary}>{summary}</p>
      <PlainList gap={12}>
        {ranks.map((rank) => (
          <li key={rank.key} className={styles.rank}>
            <span className={styles.rankName}>{rank.name}</span>
            <span className={styles.rankValue}>{rank.text}</span>
            <svg
              className={styles.rankBar}
              viewBox={`0 0 ${largest} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles.bar} width={rank.value} height={1} />
            </svg>
          </li>
        ))}
      </PlainList>
      <DownloadFigures title={title} file={file} names={title} rows={rows} />
    </figure>
  );
}

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
    <div className={overviewStyles.plots}>
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
