import type { SystemCtx } from '../ctx.ts';
import { attachedOrders } from '../orders/digitize.ts';
import { purchases } from '../orders/paid.ts';
import { openReceipt } from '../orders/receipt.ts';
import { openPrintedPrescription } from '../prescriptions/print.ts';
import { waitingPrescriptions } from '../prescriptions/review.ts';

/** Implementations that lower layers call but may not import, because they are in higher layers. */
export const hooks: Pick<SystemCtx, 'purchases' | 'attachedOrders' | 'waitingPrescriptions' | 'openers'> = {
  purchases,
  attachedOrders,
  waitingPrescriptions,
  openers: { prescription: openPrintedPrescription, receipt: openReceipt },
};
