import { useEffect } from 'react';
import { listOf } from '../lib/lists.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { QueryState } from '../ui/feedback.tsx';
import { StaleNotice } from '../ui/listing.tsx';
import { MoneyWaits } from '../ui/platform-money.tsx';
import { usePlatformBenefits } from './api.ts';

import { OpenPayouts } from './OpenPayouts.tsx';
import { PartnerList } from './PartnerList.tsx';
import { PlatformShare } from './PlatformShare.tsx';

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
