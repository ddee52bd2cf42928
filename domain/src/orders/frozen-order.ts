import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id } from '../contract/text.ts';
import { instructions } from '../medications/instructions.ts';
import { leftOutItem, orderInsuranceCard, orderItem } from './order.ts';

/** A draft order frozen by POST /payments: names, prices, fee, rate and total come from the server (rule 2). */
export const frozenOrder = z.object({
  items: z
    .array(
      // The insurer of its card does not cover an excluded one.
      orderItem.extend({ ...instructions.shape, excluded: z.boolean().optional() }),
    )
    .min(1),
  /** Lines of the prescription that the customer does not take. */
  leftOut: z.array(leftOutItem).optional(),
  zone: z.object({ _id: id, label: z.string() }),
  address: z.string(),
  insuranceCard: orderInsuranceCard.nullable(),
  /** The prescription whose number the draft contained, as it was when the order was frozen. */
  prescription: z.object({ _id: id, prescriptionNumber: z.string(), version: z.int() }).nullable().optional(),
  /** The account of the pharmacy that the customer wishes for. */
  wishedPharmacy: id.nullable().optional(),
  quote: z.object({
    medicines: fcfa,
    deliveryFee: fcfa,
    commission: fcfa,
    reduction: fcfa,
    total: fcfa,
  }),
});

export type FrozenOrder = z.output<typeof frozenOrder>;
