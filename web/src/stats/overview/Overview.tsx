import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { Group, Stack } from '@mantine/core';
import {
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconMotorbike,
  IconPercentage,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { countOf, totalOf } from '../../lib/format.ts';
import { useOnline } from '../../lib/use-online.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState, ErrorState, ListSkeleton, QueryState, RetryLine } from '../../ui/feedback.tsx';
import { CommissionNote } from '../../ui/platform-money.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Money } from '../../ui/text.tsx';
import {
  fetchPaymentFile,
  type GlobalFigures,
  type OwnerStats,
  periods,
  readPeriod,
  useDayStats,
  useGlobalStats,
  useOwnerStats,
  withPeriod,
} from './api.ts';
import styles from './overview.module.css';
import { Plots } from './Plots.tsx';
import { shortDay } from './scale.ts';

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

/** A signed number: « +8 », « −8 ». */
const signed = (value: number) => `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}`;

const moreOrLess = (difference: number) => (difference < 0 ? 'de moins' : 'de plus');

/** « 12 de plus (+35 %) », « 3 de moins (−8 %) », « autant »; no percentage of zero. */
function compare(current: number, previous: number, format: (value: number) => string): string {
  const difference = current - previous;
  if (difference === 0) return 'autant';
  const words = `${format(Math.abs(difference))} ${moreOrLess(difference)}`;
  if (previous === 0) return words;
  return `${words} (${signed(Math.round((difference / previous) * 100))}\u00a0%)`;
}

/** A part of a whole in whole percent; null without a whole. */
const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100);

/** « 4 points de plus (+4) »; null if one of them is unknown. */
function comparePercents(current: number | null, previous: number | null): string | null {
  if (current === null || previous === null) return null;
  const difference = current - previous;
  if (difference === 0) return 'autant';
  return `${countOf(Math.abs(difference), 'point')} ${moreOrLess(difference)} (${signed(difference)})`;
}

type Week = OwnerStats['weeks']['current'];

/** The last seven days, and the difference to the seven days before, in words. */
export function Weeks({ weeks: { current, previous } }: { weeks: OwnerStats['weeks'] }) {
  const compared = (key: 'orders' | 'revenue' | 'commission', format: (value: number) => string) => ({
    value: format(current[key]),
    below: `${compare(current[key], previous[key], format)} · avant : ${format(previous[key])}`,
  });
  return (
    <section aria-labelledby="weeks">
      <h2 id="weeks" className={styles.ownerTitle}>
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

/** The amounts that the platform owes, and that insurers owe to it, today. */
export function Owed({ owed, commission }: Pick<OwnerStats, 'owed' | 'commission'>) {
  const { pharmacies, couriers, partners, held, platform, insurers } = owed;
  return (
    <section className={styles.owed} aria-labelledby="owed">
      <h2 id="owed" className={styles.ownerTitle}>
        Qui doit quoi
      </h2>
      <div className={styles.cards}>
        <StatCard label="Dû aux pharmacies" value={<Money amount={pharmacies} />} />
        <StatCard label="Dû aux livreurs" value={<Money amount={couriers} />} />
        <StatCard
          label="Dû aux partenaires"
          value={<Money amount={partners} />}
          below={
            <>
              {held === 0 ? null : <div>{`et ${formatMoney(held)} en attente de vérification`}</div>}
              <Link className={styles.link} to={{ search: '?tab=benefice&partners=owed' }}>
                Voir les partenaires
              </Link>
            </>
          }
        />
        <StatCard
          label="Dû à la plateforme"
          value={<Money amount={platform} />}
          below={
            <Link className={styles.link} to={{ search: '?tab=benefice' }}>
              Voir les bénéfices
            </Link>
          }
        />
        <StatCard label="Les assureurs nous doivent" value={<Money amount={insurers} />} />
      </div>
      <CommissionNote split={commission} />
    </section>
  );
}

type Stats = Pick<OwnerStats, 'late' | 'unread' | 'unfinished' | 'review' | 'failedMessages'>;

/** Counts of what is late, and of where orders are lost; each with a link to its list, if there is one. */
export function Attention({ stats: { late, unread, unfinished, review, failedMessages } }: { stats: Stats }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className={styles.ownerTitle}>
        À regarder
      </h2>
      <ul className={styles.list}>
        <Line count={late} search="?tab=orders&late=true">
          {`${totalOf(late, 'commande')} en retard`}
        </Line>
        <Line count={unread} search="?tab=orders&state=pre-treatment">
          {`${totalOf(unread, 'ordonnance photographiée', 'ordonnances photographiées')} à lire depuis plus d’une heure`}
        </Line>
        <Line count={review.count} search="?tab=payments">
          {`${countOf(review.count, 'paiement')} à vérifier ou à rembourser${amountOf(review) ?? ''}`}
        </Line>
        <Line count={failedMessages} search="?tab=messages">
          {`${countOf(failedMessages, 'message')} non ${failedMessages > 1 ? 'reçus' : 'reçu'} en 24 heures`}
        </Line>
        <Line count={unfinished.count}>
          {`${countOf(unfinished.count, 'paiement')} sans suite en 7 jours${amountOf(unfinished) ?? ''}`}
        </Line>
      </ul>
    </section>
  );
}

const amountOf = ({ count, amount }: { count: number; amount: number }) =>
  count === 0 ? null : ` : ${formatMoney(amount)}`;

type LineProps = {
  count: number;
  /** The list that shows them. */
  search?: string;
  children: ReactNode;
};

function Line({ count, search, children }: LineProps) {
  if (search === undefined || count === 0)
    return (
      <li className={styles.line} data-none={count === 0 || undefined}>
        {children}
      </li>
    );
  return (
    <li>
      <Link className={styles.line} to={{ search }}>
        {children}
        <IconChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}

const FAILED = 'Erreur lors du chargement des données';

type OwnerAnswersProps = {
  /** The figures of the platform, after what needs attention. */
  children: ReactNode;
};

/** The figures that the super administrator asks for at the end of the day. */
export function OwnerAnswers({ children }: OwnerAnswersProps) {
  const stats = useOwnerStats();
  const { data, failureReason } = stats;
  if (data === undefined)
    return (
      <>
        <QueryState query={stats} message={FAILED} rows={3} height={96} />
        {children}
      </>
    );
  return (
    <>
      {failureReason === null ? null : (
        <p role="alert">{`${messageOf(failureReason, FAILED)} Les réponses peuvent dater.`}</p>
      )}
      <Attention stats={data} />
      {children}
      <Owed owed={data.owed} commission={data.commission} />
      <Weeks weeks={data.weeks} />
    </>
  );
}

const FAILEDOverview = 'Erreur lors du chargement des données';

/** « Vue d’ensemble »: the platform's figures, and charts of the last days. */
export function Overview() {
  const [search] = useSearchParams();
  const period = readPeriod(search);
  const figures = useGlobalStats();
  const days = useDayStats(period);
  const online = useOnline();
  const problem = days.data === undefined && (days.failureReason !== null || !online);
  const none = days.data?.days.every(({ orders }) => orders === 0) ?? false;
  return (
    <Stack gap="xl">
      <OwnerAnswers>
        <Figures
          figures={figures.data}
          problem={
            figures.failureReason !== null
              ? `${messageOf(figures.failureReason, FAILEDOverview)}${figures.data === undefined ? '' : ' Les chiffres peuvent dater.'}`
              : null
          }
          onRetry={() => void figures.refetch()}
        />
      </OwnerAnswers>
      <section className={styles.recent} aria-labelledby="recent-days" aria-busy={days.isPlaceholderData}>
        <Group gap="8px 16px" justify="space-between" mb="md">
          <h2 id="recent-days" className={styles.title}>{`Les ${period} derniers jours`}</h2>
          <Group component="nav" gap={8} aria-label="Période">
            {periods.map((days) => (
              <Link
                key={days}
                className={styles.period}
                to={{ search: withPeriod(search, days).toString() }}
                replace
                preventScrollReset
                aria-current={days === period ? 'true' : undefined}
              >
                {`${days} jours`}
              </Link>
            ))}
          </Group>
        </Group>
        {days.data !== undefined && days.failureReason !== null ? (
          <p className={styles.outdated} role="alert">
            {`${messageOf(days.failureReason, FAILEDOverview)} Les graphiques peuvent dater.`}
          </p>
        ) : null}
        {problem ? (
          <ErrorState
            message={messageOf(days.failureReason, FAILEDOverview)}
            onRetry={() => void days.refetch()}
            retrying={days.isFetching}
          />
        ) : null}
        {days.data === undefined && !problem ? <ListSkeleton rows={2} height={280} /> : null}
        {days.data === undefined ? null : none ? (
          <EmptyState title="Aucune commande sur ces jours" titleOrder={3}>
            Choisissez une période plus longue, ou attendez les prochaines commandes.
          </EmptyState>
        ) : (
          <Plots stats={days.data} />
        )}
        <DownloadButton
          what={`les paiements des clients des ${period} derniers jours`}
          label="Paiements (CSV)"
          name="paiements-clients"
          read={() => fetchPaymentFile(period)}
        />
      </section>
    </Stack>
  );
}
