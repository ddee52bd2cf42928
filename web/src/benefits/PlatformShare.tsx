import type { PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { SimpleGrid } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney } from '@tabler/icons-react';
import { StatCard } from '../ui/card/StatCard.tsx';
import { Money } from '../ui/text/Money.tsx';
import styles from './benefits.module.css';
import { SuperAdminPayment } from './SuperAdminPayment.tsx';

/** The platform's share of the commissions, and its payouts. */
export function PlatformShare({ benefits }: { benefits: PlatformBenefits }) {
  const { total, totalPaid, totalToPay } = benefits;
  return (
    <section className={styles.part} aria-label="Part de la plateforme">
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Total bénéfices" value={<Money amount={total} />} icon={IconReportMoney} />
        <StatCard label="Total payé" value={<Money amount={totalPaid} />} icon={IconCash} />
        <StatCard label="Reste à payer" value={<Money amount={totalToPay} />} icon={IconHourglass} />
      </SimpleGrid>
      <SuperAdminPayment rest={totalToPay} />
    </section>
  );
}
