import { SimpleGrid } from '@mantine/core';
import { IconCircleCheck, IconClock, IconShoppingBag, IconWallet } from '@tabler/icons-react';
import { formatNumber } from '../lib/format/money.ts';
import { StatCard } from '../ui/card/StatCard.tsx';
import { RetryLine } from '../ui/feedback/RetryLine.tsx';
import { Money } from '../ui/text/Money.tsx';
import type { CustomerFigures } from './api.ts';

type Props = {
  figures: CustomerFigures | undefined;
  /** The error; null while loading. */
  problem: string | null;
  onRetry: () => void;
};

/** The four cards of the customer's dashboard; a dash while a figure is unknown. */
export function CustomerStats({ figures, problem, onRetry }: Props) {
  const count = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
    <section aria-label="Mes chiffres">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <StatCard label="Commandes" value={count(figures?.totalOrders)} icon={IconShoppingBag} />
        <StatCard label="En cours" value={count(figures?.pendingOrders)} icon={IconClock} />
        <StatCard label="Livrées" value={count(figures?.deliveredOrders)} icon={IconCircleCheck} />
        <StatCard
          label="Dépensé"
          value={figures === undefined ? '–' : <Money amount={figures.totalSpent} />}
          icon={IconWallet}
        />
      </SimpleGrid>
      {problem === null ? null : <RetryLine problem={problem} onRetry={onRetry} mt="xs" />}
    </section>
  );
}
