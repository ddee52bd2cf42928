import { z } from 'zod';
import { commissionSplit } from '../benefits/benefit.ts';
import { fcfaSum } from '../contract/amount.ts';

const count = z.int().min(0);
const countAndSum = z.object({ count, amount: fcfaSum });

/** Payments that were begun and not ended are counted this far back, days. */
export const LOST_DAYS = 7;

/** A photographed prescription counts once it has been unread for this long, minutes. */
export const UNREAD_MINUTES = 60;

/** Paid orders that were created on some days, and their deliveries so far. */
export const weekFigures = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  orders: count,
  revenue: fcfaSum,
  commission: fcfaSum,
  delivered: count,
  /** Counts the delivered orders that arrived within the promised time. */
  onTime: count,
});

/** Amounts that the platform owes, and what insurers owe to it; FCFA. */
export const owedAmounts = z.object({
  pharmacies: fcfaSum,
  couriers: fcfaSum,
  /** Payable now. */
  partners: fcfaSum,
  /** The part that is not payable until the partners are verified. */
  held: fcfaSum,
  platform: fcfaSum,
  insurers: fcfaSum,
});

/** Response of GET /stats/owner: what the super administrator reads at the end of the day. */
export const ownerStats = z.object({
  /** Paid orders that are not delivered within the promised time, counted up to 1,001. */
  late: count,
  /** Baskets with a payment opened in the last LOST_DAYS days, none of which received money; their latest amounts. */
  unfinished: countAndSum,
  /** Photographed prescriptions that have been unread for UNREAD_MINUTES, counted up to 1,001. */
  unread: count,
  /** Payments to check or to refund. */
  review: countAndSum,
  /** Messages of the last 24 hours that their telephones did not receive. */
  failedMessages: count,
  owed: owedAmounts,
  commission: commissionSplit,
  /** The last seven days, today included, and the seven days before. */
  weeks: z.object({ current: weekFigures, previous: weekFigures }),
});
