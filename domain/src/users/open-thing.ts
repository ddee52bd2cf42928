import { z } from 'zod';
import { id } from '../contract/text.ts';

export const openKinds = ['unpaid', 'order', 'payment', 'refund'] as const;

/** What has to end before a customer's account is deleted. A payment that has no order yet names none. */
export const openThing = z.object({
  kind: z.enum(openKinds),
  order: z.object({ _id: id, number: z.string() }).nullable(),
});

export type OpenThing = z.output<typeof openThing>;
