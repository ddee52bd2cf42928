import type { Order } from '@amasin/domain/orders/order.ts';
import { Facts } from '../../detail/Facts.tsx';
import type { FileLinkSlot } from '../../detail/file-link.ts';
import { MoneyLines } from '../../detail/MoneyLines.tsx';
import { ChooseMedicines } from '../../detail/medicines/ChooseMedicines.tsx';
import { Medicines } from '../../detail/medicines/Medicines.tsx';
import { InsuranceFact, PrescriptionFacts } from '../../detail/PrescriptionFacts.tsx';
import { ReceiptButton } from '../../detail/receipt/ReceiptButton.tsx';
import { Part } from './Part.tsx';

/** The prescription, the insurance card, the medicines, the amounts and the receipt. Loaded later: they are below the first screen. */
export function OrderContents({ order, fileLink }: { order: Order; fileLink: FileLinkSlot }) {
  return (
    <>
      {hasPapers(order) ? (
        <Part title="Ordonnance et assurance">
          <Facts>
            <PrescriptionFacts
              order={{ ...order, transactionId: null }}
              fileLink={(file) => fileLink({ ...file, label: 'Voir l’ordonnance' })}
            />
            <InsuranceFact order={order} fileLink={fileLink} />
          </Facts>
        </Part>
      ) : null}
      <Part title="Médicaments">
        {order.allowedActions.includes('leave-out') ? (
          <ChooseMedicines order={order} />
        ) : (
          <Medicines order={order} />
        )}
      </Part>
      <Part title="Montants">
        <MoneyLines order={order} />
        <ReceiptButton order={order} />
      </Part>
    </>
  );
}

function hasPapers({ prescription, prescriptionUrl, insuranceCard }: Order): boolean {
  return Boolean(prescription?.prescriptionNumber || prescriptionUrl || insuranceCard);
}
