import { useEffect } from 'react';
import { listOf } from '../lib/api/lists.ts';
import { preloadDialog } from '../ui/dialog/ResponsiveDialog.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { StaleNotice } from '../ui/listing/CountLine.tsx';
import { usePlatformBenefits } from './api.ts';
import { PlatformShare } from './PlatformShare.tsx';
import { PartnerList } from './partners/PartnerList.tsx';

/** « Bénéfices »: what the platform and its partners earned, and their payment (SPEC 2). */
export default function BenefitsPanel() {
  const benefits = usePlatformBenefits();
  useEffect(preloadDialog, []);
  if (benefits.data === undefined) return <QueryState query={benefits} rows={7} height={72} />;
  return (
    <>
      <StaleNotice list={listOf(benefits)} words="Les montants peuvent dater." />
      <PlatformShare benefits={benefits.data} />
      <PartnerList benefits={benefits} />
    </>
  );
}
