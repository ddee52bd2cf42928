import type { Ordering } from '../draft/use-ordering.ts';
import type { StepKey } from '../steps.ts';
import { AmountChanged } from './AmountChanged.tsx';
import { CheckList, type Prescribed } from './CheckList.tsx';
import { InsuranceChoice, type InsuranceReading } from './InsuranceChoice.tsx';
import { OrderSummary } from './OrderSummary.tsx';

export type SummaryProps = {
  ordering: Ordering;
  insurance: InsuranceReading;
  /** The medicines of a code, where one was found. */
  prescribed: readonly Prescribed[];
  /** Back to the step where something is written. */
  onChange: (step: StepKey) => void;
};

/** What the order holds and what it costs. Its code comes after the first step (`LazyPart`). */
export function SummaryPart({ ordering, insurance, prescribed, onChange }: SummaryProps) {
  const { draft, zone, errors } = ordering;
  return (
    <>
      {ordering.totalBefore === null ? null : <AmountChanged total={ordering.quote.total} />}
      <CheckList draft={draft} zone={zone} prescribed={prescribed} onChange={onChange} />
      <InsuranceChoice
        reading={insurance}
        insured={draft.insured}
        error={errors.insurance}
        onInsure={ordering.insure}
      />
      <OrderSummary
        quote={ordering.quote}
        hasZone={zone !== null}
        hasMedicines={ordering.hasMedicines}
        isPhoto={draft.way === 'photo'}
        card={ordering.usedCard}
        totalBefore={ordering.totalBefore}
      />
    </>
  );
}
