import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { paymentChoice } from './choice.ts';
import { operators } from './operators.ts';
import { payLinkStates, receivedStates } from './pay-link.ts';

/** Money that came by a link, from an account of which two digits are shown. */
export const receivedByLink = z.object({
  amount: fcfa,
  state: z.enum(receivedStates),
  operator: z.enum(operators).nullable(),
  payingPhone: z.string().nullable(),
  at: moment,
  /** The part that was refunded while the order goes on, and whether the refund has arrived. */
  givenBack: z.object({ amount: fcfa, arrived: z.boolean() }).optional(),
});

export type ReceivedByLink = z.output<typeof receivedByLink>;

const common = {
  state: z.enum(payLinkStates),
  /** What is to be paid, or was. */
  amount: fcfa,
  until: moment,
  received: z.array(receivedByLink),
};

/** A link as its customer reads it. Its token is stored as a hash, so that it is given only once. */
export const payLink = z.object({
  _id: id,
  ...common,
  /** The order that it pays, or has paid. */
  orderId: id.nullable(),
  basketId: z.string(),
  showsContent: z.boolean(),
  createdAt: moment,
});

export type PayLink = z.output<typeof payLink>;

/** What the payer sees once the customer shows it: the lines and the amounts of a receipt. */
export const shownContent = z.object({
  number: z.string().nullable(),
  paidAt: moment.nullable(),
  lines: z.array(z.object({ label: z.string(), quantity: z.int(), price: fcfa })),
  deliveryFee: fcfa,
  commission: fcfa,
  reduction: fcfa,
});

export type ShownContent = z.output<typeof shownContent>;

/** A link as whoever has it reads it: who asks, how much, until when, never what for (rule 56). */
export const payRequest = z.object({
  ...common,
  asker: z.object({ firstName: z.string(), phone: z.string() }),
  /** Only when there are several ways to pay, and while it can be paid. */
  choices: z.array(paymentChoice).optional(),
  /** Only when the customer shows it. */
  content: shownContent.optional(),
});

export type PayRequest = z.output<typeof payRequest>;
