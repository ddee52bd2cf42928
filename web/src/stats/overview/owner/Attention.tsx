import { formatMoney } from '@amasin/domain/contract/format.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countOf, totalOf } from '../../../lib/format.ts';
import type { OwnerStats } from '../api.ts';
import styles from './owner.module.css';

type Stats = Pick<OwnerStats, 'late' | 'unread' | 'unfinished' | 'review' | 'failedMessages'>;

/** What is late, and where orders are lost; each with a link to its list, if there is one. */
export function Attention({ stats: { late, unread, unfinished, review, failedMessages } }: { stats: Stats }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className={styles.title}>
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
