import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { countOf, quoted } from '../../lib/format.ts';
import { QueryState } from '../../ui/feedback.tsx';
import { PhoneLink } from '../../ui/text.tsx';
import { useOnDutyNow } from './api.ts';
import styles from './duty.module.css';

/** What visitors see now under « Pharmacies de garde ». */
export function OnDutyNow() {
  const list = useOnDutyNow();
  return (
    <section className={styles.part} aria-labelledby="duty-now">
      <h2 id="duty-now" className={styles.title}>
        De garde en ce moment
      </h2>
      {list.data === undefined ? (
        <QueryState
          query={list}
          message="Erreur lors de la recherche des pharmacies de garde"
          rows={1}
          height={64}
        />
      ) : (
        <OnDutyList pharmacies={list.data.pharmacies} />
      )}
    </section>
  );
}

function OnDutyList({ pharmacies }: { pharmacies: readonly Pharmacy[] }) {
  return (
    <>
      <p className={styles.hint}>
        {pharmacies.length === 0
          ? 'Aucune pharmacie. Celles d’une nuit apparaissent ici à 22 h.'
          : `Les visiteurs voient ${countOf(pharmacies.length, 'pharmacie')} : par une garde ci-dessous, ou par leur propre bouton ${quoted('De garde')}.`}
      </p>
      {pharmacies.length === 0 ? null : (
        <ul className={styles.now} aria-label="De garde en ce moment">
          {pharmacies.map(({ _id, name, phone }) => (
            <li key={_id} className={styles.nowOne}>
              <span className={styles.name}>{name}</span>
              {phone === null ? null : <PhoneLink phone={phone} name={name} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
