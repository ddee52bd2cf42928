import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A description list of `Fact` and `PersonLine`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <span className={styles.text}>{children}</span>
      </dd>
    </div>
  );
}

/** Addresses describe landmarks, so line breaks are preserved. */
export function AddressText({ zone, address }: { zone: string; address: string }) {
  return (
    <>
      <span className={styles.zone}>{zone}</span>
      <span className={styles.address}>{address}</span>
    </>
  );
}
