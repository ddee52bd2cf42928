import { z } from 'zod';
import { fcfa, fcfaSum } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { operators } from '../payments/operators.ts';
import { partnerTitles } from '../users/user.ts';
import { payoutStates } from './payout-state.ts';

/** How the commission of an ended order was split; `partner` is null if the platform got all of it. */
export const orderBenefit = z.object({
  orderId: id,
  commission: fcfaSum,
  partner: z.object({ idPartner: id, amount: fcfaSum }).nullable(),
  platform: fcfaSum,
});

export type OrderBenefit = z.output<typeof orderBenefit>;

/** The mobile-money account on which a partner is paid. */
const paidOn = z.object({ operator: z.enum(operators), phone: z.string() });

/** A partner's earnings as the super administrator sees them; amounts in FCFA. */
export const partnerBenefit = z.object({
  idPartner: id,
  name: z.string(),
  titrePartenaire: z.enum(partnerTitles).nullable(),
  totalBenefics: fcfaSum,
  totalPaid: fcfaSum,
  /** Payable now. */
  amount: fcfaSum,
  /** The part that is not payable until the partner is verified. */
  held: fcfaSum,
  verified: z.boolean(),
  /**
   * Absent until they have named it. `isSent`: the provider sends payouts there, of `maxAmount` at most; otherwise payouts are noted
   * as paid by hand.
   */
  account: paidOn.extend({ isSent: z.boolean(), maxAmount: fcfaSum.optional() }).optional(),
});

export type PartnerBenefit = z.output<typeof partnerBenefit>;

/** The commission of all paid orders, by where it is; FCFA. */
export const commissionSplit = z.object({
  /** The commission of orders that have not ended, which is not shared yet. */
  waiting: fcfaSum,
  /** Shared when their orders ended, whether paid out or not. */
  platform: fcfaSum,
  partners: fcfaSum,
  /** Part of `partners` that is not payable until they are verified. */
  held: fcfaSum,
});

export type CommissionSplit = z.output<typeof commissionSplit>;

/** The platform's own share and each partner's; amounts in FCFA. */
export const platformBenefits = z.object({
  total: fcfaSum,
  totalPaid: fcfaSum,
  totalToPay: fcfaSum,
  partners: z.array(partnerBenefit),
  commission: commissionSplit,
  /** The number of payouts of the provider that are not done, if there are any (GET /benefics/payouts). */
  openPayouts: z.int().positive().optional(),
  /** After a restore: payouts wait for the operator. */
  moneyWaits: z.literal(true).optional(),
});

export type PlatformBenefits = z.output<typeof platformBenefits>;

/** A partner's own earnings, in FCFA: `pending` is payable now, `held` only after they are verified. */
export const earnings = z.object({
  total: fcfaSum,
  totalPaid: fcfaSum,
  pending: fcfaSum,
  held: fcfaSum,
  /** Part of `totalPaid` that is on its way, if there is any. */
  sending: fcfaSum.optional(),
  /** Absent until they have named it. */
  account: paidOn.optional(),
});

export type Earnings = z.output<typeof earnings>;

/** The share that a partner earned with one prescription, FCFA. */
export const earnedShare = z.object({
  _id: id,
  prescriptionNumber: z.string(),
  amount: fcfaSum,
  /** When its order ended. */
  createdAt: moment,
  /** The time of the payout that covered it, the oldest shares being covered first; null until then. */
  paidAt: moment.nullable(),
});

export type EarnedShare = z.output<typeof earnedShare>;

/** A payout to the platform itself. */
export const payout = z.object({ _id: id, amount: fcfaSum, createdAt: moment });

/** A payout to a partner. */
export const partnerPayout = payout.extend({ idPartner: id });

/** A payout to a payee of any type. */
export const settledPayout = payout.extend({ payee: id });

/** A payout that a provider makes and that is not done, for super administrators. */
export const openPayout = z.object({
  _id: id,
  partner: z.object({ _id: id, name: z.string() }),
  amount: fcfa,
  state: z.enum(payoutStates),
  /** Where it goes, the number masked; null once the account is removed. */
  operator: z.enum(operators).nullable(),
  phone: z.string().nullable(),
  /** The reason of a failure in the provider's words. */
  failure: z.string().nullable(),
  askedAt: moment,
});

export type OpenPayout = z.output<typeof openPayout>;
