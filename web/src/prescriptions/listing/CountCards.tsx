import { SimpleGrid } from '@mantine/core';
import { formatNumber } from '../../lib/format/money.ts';
import { StatCard } from '../../ui/card/StatCard.tsx';
import styles from './CountCards.module.css';

type Props = { counts: { used: number; pending: number } | undefined };

/** The three figures of a prescriber; a dash until they are loaded. */
export function CountCards({ counts }: Props) {
  const show = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count));
  return (
    <section aria-label="Mes ordonnances en chiffres">
      <SimpleGrid className={styles.figures} cols={3} spacing={{ base: 'xs', sm: 'sm' }}>
        <StatCard label="Créées" value={show(counts && counts.used + counts.pending)} />
        <StatCard label="Utilisées" value={show(counts?.used)} />
        <StatCard label="En attente" value={show(counts?.pending)} />
      </SimpleGrid>
    </section>
  );
}
