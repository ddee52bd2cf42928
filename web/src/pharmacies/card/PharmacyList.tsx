import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { Position } from '../finding/use-position.ts';
import styles from './list.module.css';
import { PharmacyCard } from './PharmacyCard.tsx';

type Props = {
  pharmacies: readonly Pharmacy[];
  position: Position;
  /** The list of the previous search, while the next one loads. */
  outdated?: boolean;
};

export function PharmacyList({ pharmacies, position, outdated = false }: Props) {
  return (
    <ul className={styles.list} aria-label="Pharmacies" data-outdated={outdated || undefined}>
      {pharmacies.map((pharmacy) => (
        <PharmacyCard key={pharmacy._id} pharmacy={pharmacy} position={position} />
      ))}
    </ul>
  );
}
