import type { Person } from '@amasin/domain/users/user.ts';
import type { ReactNode } from 'react';
import { PhoneLink } from '../../ui/text.tsx';
import styles from './Facts.module.css';

type Props = {
  /** « Client », « Livreur »… */
  part: string;
  person: Person | null;
  /** Shown while no one is assigned: « Non assignée ». */
  unassigned?: string;
  /** A button beside the name. */
  action?: ReactNode;
};

/** A person of the order, with their telephone. */
export function PersonLine({ part, person, unassigned = 'Non assigné', action }: Props) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{part}</dt>
      <dd className={styles.value}>
        <span className={styles.text}>
          {person === null ? (
            <span className={styles.unassigned}>{unassigned}</span>
          ) : (
            <span translate="no">{person.name}</span>
          )}
          {person?.phone ? <PhoneLink phone={person.phone} name={person.name} /> : null}
        </span>
        {action}
      </dd>
    </div>
  );
}
