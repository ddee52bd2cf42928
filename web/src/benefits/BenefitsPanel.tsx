import type { PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { SimpleGrid } from '@mantine/core';
import { IconCash, IconHourglass, IconReportMoney } from '@tabler/icons-react';
import { useEffect } from 'react';
import { listOf } from '../lib/lists.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { DownloadButton } from '../ui/download.tsx';
import { QueryState } from '../ui/feedback.tsx';
import { StaleNotice } from '../ui/listing.tsx';
import { MoneyWaits } from '../ui/Notice.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import { CommissionNote, Money } from '../ui/text.tsx';
import { fetchPayoutFile, usePlatformBenefits } from './api.ts';
import styles from './benefits.module.css';
import { PartnerList } from './partners/PartnerList.tsx';
import { SuperAdminPayment } from './SuperAdminPayment.tsx';
import { OpenPayouts } from './sending/OpenPayouts.tsx';

/** « Bénéfices »: what the platform and its partners earned, and their payouts. */
export function BenefitsPanel() {
  const benefits = usePlatformBenefits();
  useEffect(ResponsiveDialog.preload, []);
  if (benefits.data === undefined) return <QueryState query={benefits} rows={7} height={72} />;
  return (
    <>
      <StaleNotice list={listOf(benefits)} text="Les montants peuvent dater." />
      {benefits.data.moneyWaits ? <MoneyWaits what="versements" /> : null}
      {benefits.data.openPayouts === undefined ? null : <OpenPayouts />}
      <PlatformShare benefits={benefits.data} />
      <PartnerList benefits={benefits} />
    </>
  );
}

/** The platform's share of the commissions, and its payouts. */
function PlatformShare({ benefits }: { benefits: PlatformBenefits }) {
  const { total, totalPaid, totalToPay, commission } = benefits;
  return (
    <section className={styles.part} aria-label="Part de la plateforme">
      <SimpleGrid className={styles.figures} cols={{ base: 2, xs: 3 }} spacing="sm">
        <StatCard label="Total bénéfices" value={<Money amount={total} />} icon={IconReportMoney} />
        <StatCard label="Total payé" value={<Money amount={totalPaid} />} icon={IconCash} />
        <StatCard label="Reste à payer" value={<Money amount={totalToPay} />} icon={IconHourglass} />
      </SimpleGrid>
      <CommissionNote split={commission} />
      <DownloadButton
        className={styles.download ?? ''}
        what="les paiements"
        name="paiements"
        read={fetchPayoutFile}
      />
      <SuperAdminPayment rest={totalToPay} />
    </section>
  );
}
