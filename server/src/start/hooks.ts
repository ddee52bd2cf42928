import { recordPutAside, recordRefund } from '../benefits/record-journals.ts';
import type { SystemCtx } from '../ctx.ts';
import { attachedOrders } from '../orders/digitizing/rewrite-order.ts';
import { purchases } from '../orders/paying/deliver-purchase.ts';
import { openReceipt } from '../orders/receipts/open-receipt.ts';
import { openPrintedPrescription } from '../prescriptions/printing/open-printed-prescription.ts';
import { waitingPrescriptions } from '../prescriptions/reviewing/settle-waiting.ts';

/** Implementations that lower layers call but may not import, because they are in higher layers. */
export const hooks: Pick<
  SystemCtx,
  'purchases' | 'ledger' | 'attachedOrders' | 'waitingPrescriptions' | 'openers'
> = {
  purchases,
  ledger: { recordPutAside, recordRefund },
  attachedOrders,
  waitingPrescriptions,
  openers: { prescription: openPrintedPrescription, receipt: openReceipt },
};
