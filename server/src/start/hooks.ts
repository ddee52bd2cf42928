import type { SystemCtx } from '../ctx.ts';
import { attachedOrders } from '../orders/digitizing/rewrite-order.ts';
import { purchases } from '../orders/paying/deliver-purchase.ts';
import { openPrintedPrescription } from '../prescriptions/printing/open-printed-prescription.ts';

/** What a lower floor asks of a higher one: given here, so that no import runs up. */
export const hooks: Pick<SystemCtx, 'purchases' | 'attachedOrders' | 'openers'> = {
  purchases,
  attachedOrders,
  openers: { prescription: openPrintedPrescription },
};
