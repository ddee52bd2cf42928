import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../tracking.module.css';

/** A titled part of an order. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  );
}
