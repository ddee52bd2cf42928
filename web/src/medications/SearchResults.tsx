import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { UnstyledButton } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { useVisibleRoom } from '../ui/use-visible-room.ts';
import styles from './MedicineSearch.module.css';
import { detailOf } from './medication-detail.ts';

type Props = {
  medications: readonly Medication[];
  /** They are the results of the previous text. */
  outdated: boolean;
  onPick: (medication: Medication) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The results: name, substance, form and price; a click picks one. */
export function SearchResults({ medications, outdated, onPick, onKeyDown }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const room = useVisibleRoom(list, true);
  return (
    <ul
      ref={list}
      style={{ '--room': room && `${room}px` } as CSSProperties}
      className={styles.results}
      aria-label="Médicaments trouvés"
      data-outdated={outdated || undefined}
      onKeyDown={onKeyDown}
    >
      {medications.map((medication) => {
        const { _id, label, price, reviewed } = medication;
        return (
          <li key={_id}>
            <UnstyledButton className={styles.result} data-result onClick={() => onPick(medication)}>
              <span className={styles.name}>
                <span className={styles.label}>{label}</span>
                <span className={styles.detail}>
                  {detailOf(medication, ...(reviewed ? [] : ['à vérifier']))}
                </span>
              </span>
              <span className={styles.price}>{price > 0 ? formatMoney(price) : 'Sans prix'}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
