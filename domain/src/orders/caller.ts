import { z } from 'zod';
import { id, moment } from '../contract/text.ts';
import { orderStates } from './lifecycle.ts';
import { orderProblems } from './reasons.ts';

/** The card of a caller names this many orders. */
export const CALLER_ORDERS = 3;

/** The customer who calls, for supervisors: what they ask about most, without medicines, codes or messages. */
export const caller = z.object({
  _id: id,
  name: z.string(),
  phone: z.string(),
  /** Where the latest order went; null before the first. */
  deliveryZone: z.string().nullable(),
  deliveryTown: z.string().nullable(),
  orders: z.object({
    total: z.int(),
    latest: z.array(z.object({ _id: id, number: z.string(), date: moment, state: z.enum(orderStates) })),
  }),
  /** Written for this telephone or used by this customer: how many can still be ordered, and how many were. */
  prescriptions: z.object({ active: z.int(), used: z.int() }),
  /** Open for an hour at most, and under review without anyone having seen them. */
  payments: z.object({ pending: z.int(), review: z.int() }),
  /** The last words of a courier about an order that cannot be delivered. */
  problem: z
    .object({ number: z.string(), reason: z.enum(orderProblems), note: z.string().nullable(), at: moment })
    .nullable(),
});

export type Caller = z.output<typeof caller>;
