import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format/money.ts';
import styles from './PartnerFilter.module.css';
import {
  matches,
  type PartnerChoice,
  partnerChoiceLabels,
  partnerChoices,
  withPartnerChoice,
} from './partner-choice.ts';

type Props = { partners: readonly PartnerBenefit[]; current: PartnerChoice };

/** The three filters of the partners (SPEC 2), each with how many it shows. */
export function PartnerFilter({ partners, current }: Props) {
  const [search] = useSearchParams();
  return (
    <nav className={styles.filter} aria-label="Filtrer les partenaires">
      {partnerChoices.map((choice) => (
        <Link
          key={choice}
          className={styles.choice}
          to={{ search: withPartnerChoice(search, choice).toString() }}
          replace
          preventScrollReset
          aria-current={choice === current ? 'true' : undefined}
        >
          {partnerChoiceLabels[choice]}{' '}
          <span className={styles.count}>
            {formatNumber(partners.filter((partner) => matches(partner, choice)).length)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
