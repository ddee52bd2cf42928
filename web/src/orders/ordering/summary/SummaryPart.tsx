import type { Ordering } from '../draft/use-ordering.ts';
import type { StepKey } from '../steps.ts';
import { AmountChanged } from './AmountChanged.tsx';
import { CheckList, type Prescribed } from './CheckList.tsx';
import { DeliveryTime } from './DeliveryTime.tsx';
import { type InsuranceReading, InsuranceSelection } from './InsuranceSelection.tsx';
import { OrderSummary } from './OrderSummary.tsx';

export type SummaryProps = {
  ordering: Ordering;
  insurance: InsuranceReading;
  /** The medicines of a code that was found. */
  prescribed: readonly Prescribed[];
  /** Opens the step of a value. */
  onChange: (step: StepKey) => void;
};

/** The summary of the order; lazy, loaded after the first step. */
export function SummaryPart({ ordering, insurance, prescribed, onChange }: SummaryProps) {
  const { draft, zone, errors } = ordering;
  return (
    <>
      {ordering.totalBefore === null ? null : <AmountChanged total={ordering.quote.total} />}
      <CheckList draft={draft} zone={zone} prescribed={prescribed} onChange={onChange} />
      <InsuranceSelection
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
      {zone === null ? null : <DeliveryTime zoneId={zone._id} />}
    </>
  );
}
