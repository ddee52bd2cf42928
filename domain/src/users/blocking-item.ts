import { z } from 'zod';
import { id, moment } from '../contract/text.ts';

export const openKinds = ['unpaid', 'order', 'payment', 'refund'] as const;

/**
 * Names something that has to end before a customer deletes her account; `order` is null for a payment that has made none yet. `until`
 * is when a payment ends at the latest, unless somebody has to decide about it.
 */
export const blockingItem = z.object({
  kind: z.enum(openKinds),
  order: z.object({ _id: id, number: z.string() }).nullable(),
  until: moment.optional(),
});

export type BlockingItem = z.output<typeof blockingItem>;
