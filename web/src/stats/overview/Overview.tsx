import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { useOnline } from '../../lib/use-online.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback.tsx';
import { fetchPaymentFile, useDayStats, useGlobalStats } from './api.ts';
import { Figures } from './Figures.tsx';
import styles from './overview.module.css';
import { OwnerAnswers } from './owner/OwnerAnswers.tsx';
import { Plots } from './Plots.tsx';
import { periods, readPeriod, withPeriod } from './period.ts';

const FAILED = 'Erreur lors du chargement des données';

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
    <div className={styles.overview}>
      <OwnerAnswers>
        <Figures
          figures={figures.data}
          problem={
            figures.failureReason !== null
              ? `${messageOf(figures.failureReason, FAILED)}${figures.data === undefined ? '' : ' Les chiffres peuvent dater.'}`
              : null
          }
          onRetry={() => void figures.refetch()}
        />
      </OwnerAnswers>
      <section className={styles.recent} aria-labelledby="recent-days" aria-busy={days.isPlaceholderData}>
        <div className={styles.head}>
          <h2 id="recent-days" className={styles.title}>{`Les ${period} derniers jours`}</h2>
          <nav className={styles.periods} aria-label="Période">
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
          </nav>
        </div>
        {days.data !== undefined && days.failureReason !== null ? (
          <p className={styles.outdated} role="alert">
            {`${messageOf(days.failureReason, FAILED)} Les graphiques peuvent dater.`}
          </p>
        ) : null}
        {problem ? (
          <ErrorState
            message={messageOf(days.failureReason, FAILED)}
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
    </div>
  );
}
