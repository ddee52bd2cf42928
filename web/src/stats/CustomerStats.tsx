import { SimpleGrid } from '@mantine/core';
import { IconCircleCheck, IconClock, IconShoppingBag, IconWallet } from '@tabler/icons-react';
import { formatNumber } from '../lib/format/money.ts';
import { StatCard } from '../ui/card/StatCard.tsx';
import { Money } from '../ui/text/Money.tsx';
import type { CustomerFigures } from './api.ts';

/** The four cards of the customer's dashboard; a dash stands for what is not known yet. */
export function CustomerStats({ figures }: { figures: CustomerFigures | undefined }) {
  const count = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
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
  );
}
