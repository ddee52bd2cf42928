import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { splitLines } from '@amasin/domain/orders/split-lines.ts';
import { ChoiceLines } from '../../detail/medicines/ChoiceLines.tsx';
import type { Ordering } from '../draft/use-ordering.ts';
import type { StepKey } from '../steps.ts';
import { AmountChanged } from './AmountChanged.tsx';
import { CheckList } from './CheckList.tsx';
import { DeliveryTime } from './DeliveryTime.tsx';
import { type InsuranceReading, InsuranceSelection } from './InsuranceSelection.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PriceCheck } from './PriceCheck.tsx';
import { Unavailable } from './Unavailable.tsx';

export type SummaryProps = {
  ordering: Ordering;
  insurance: InsuranceReading;
  /** The medicines of a code that was found, and when. */
  prescribed: { items: readonly OrderItem[]; readAt: Date };
  /** Opens the step of a value. */
  onChange: (step: StepKey) => void;
};

/** The summary of the order; lazy, loaded after the first step. */
export function SummaryPart({ ordering, insurance, prescribed: { items, readAt }, onChange }: SummaryProps) {
  const { draft, zone, errors, waiting, unavailable } = ordering;
  const { taken, leftOut } = splitLines(items, ordering.leftOut);
  return (
    <>
      {ordering.totalBefore === null ? null : <AmountChanged total={ordering.quote.total} />}
      {unavailable.length === 0 ? null : <Unavailable lines={unavailable} />}
      {waiting.length === 0 ? null : (
        <PriceCheck waiting={waiting} hasOthers={taken.length > waiting.length} readAt={readAt} />
      )}
      <CheckList draft={draft} zone={zone} prescribed={taken} onChange={onChange} />
      {draft.way === 'code' && items.length - unavailable.length > 1 ? (
        <section aria-label="Médicaments de l’ordonnance">
          <ChoiceLines
            taken={taken}
            leftOut={leftOut}
            last="Gardez au moins un médicament."
            onChange={ordering.leaveOut}
          />
        </section>
      ) : null}
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
