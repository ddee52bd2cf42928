import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Link } from 'react-router';
import { StatCard } from '../../../ui/StatCard.tsx';
import { CommissionNote, Money } from '../../../ui/text.tsx';
import type { OwnerStats } from '../api.ts';
import styles from './owner.module.css';

/** What the platform owes, and what insurers owe to it, today. */
export function Owed({ owed, commission }: Pick<OwnerStats, 'owed' | 'commission'>) {
  const { pharmacies, couriers, partners, held, platform, insurers } = owed;
  return (
    <section className={styles.owed} aria-labelledby="owed">
      <h2 id="owed" className={styles.title}>
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
