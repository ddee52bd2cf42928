import type { Person } from '@amasin/domain/users/user.ts';
import type { ReactNode } from 'react';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import styles from './Facts.module.css';

type Props = {
  /** « Client », « Livreur »… */
  part: string;
  person: Person | null;
  /** What stands there while nobody is assigned: « Non assignée ». */
  nobody?: string;
  /** What can be done about it. */
  action?: ReactNode;
};

/** Who has a part in the order, and how to reach them. */
export function PersonLine({ part, person, nobody = 'Non assigné', action }: Props) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{part}</dt>
      <dd className={styles.value}>
        <span className={styles.words}>
          {person === null ? <span className={styles.nobody}>{nobody}</span> : <span>{person.name}</span>}
          {person?.phone ? <PhoneLink phone={person.phone} name={person.name} /> : null}
        </span>
        {action}
      </dd>
    </div>
  );
}
