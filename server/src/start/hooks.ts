import type { SystemCtx } from '../ctx.ts';
import { attachedOrders } from '../orders/digitizing/rewrite-order.ts';
import { purchases } from '../orders/paying/deliver-purchase.ts';
import { openPrintedPrescription } from '../prescriptions/printing/open-printed-prescription.ts';

/** Implementations that lower folders receive from higher ones, since imports only go down. */
export const hooks: Pick<SystemCtx, 'purchases' | 'attachedOrders' | 'openers'> = {
  purchases,
  attachedOrders,
  openers: { prescription: openPrintedPrescription },
};
