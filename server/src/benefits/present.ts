import type {
  EarnedShare,
  OpenPayout,
  OrderBenefit,
  PartnerBenefit,
} from '@amasin/domain/benefits/benefit.ts';
import { type Entry, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { maskPhone } from '@amasin/domain/payments/operators.ts';
import type { PartnerWithBalance } from './balance-queries.ts';
import type { DuePayout, PayoutAccount } from './payout-queries.ts';
import type { Share } from './queries.ts';

/** Finds the provider that sends payouts to this account, if one does. */
type SenderTo = (account: PayoutAccount) => { readonly payouts: { readonly maxAmount: Fcfa } } | null;

/** Presents the split of an ended order's commission. */
export function presentOrderBenefit(orderId: string, endingEntries: readonly Entry[]): OrderBenefit {
  const of = (account: Entry['account']) => endingEntries.find((entry) => entry.account === account);
  const partner = of('partner');
  return {
    orderId,
    commission: of('commission')?.amount ?? 0,
    partner: partner?.beneficiaryId ? { idPartner: partner.beneficiaryId, amount: -partner.amount } : null,
    // Subtracting avoids −0 for a missing entry.
    platform: 0 - (of('platform')?.amount ?? 0),
  };
}

export function presentPartner(row: PartnerWithBalance, senderTo: SenderTo): PartnerBenefit {
  const { payable, held } = splitRemaining(row, row.verified);
  const { operator, payoutPhone: phone } = row;
  const account = operator === null || phone === null ? null : { operator, phone };
  const sender = account && senderTo(account);
  return {
    idPartner: row.id,
    name: row.name,
    titrePartenaire: row.titrePartenaire,
    totalBenefics: row.total,
    totalPaid: row.totalPaid,
    amount: payable,
    held,
    verified: row.verified,
    ...(account && {
      account: {
        ...account,
        isSent: sender !== null,
        ...(sender && { maxAmount: sender.payouts.maxAmount }),
      },
    }),
  };
}

/** Presents a share without the patient, and nothing of the order but when it ended. */
export function presentShare({ id, number, amount, at, paidAt }: Share): EarnedShare {
  return {
    _id: id,
    prescriptionNumber: number,
    amount,
    createdAt: at.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  };
}

interface Payout {
  readonly id: string;
  readonly amount: number;
  readonly at: Date;
}

export function presentPayout({ id, amount, at }: Payout) {
  return { _id: id, amount, createdAt: at.toISOString() };
}

export function presentPartnerPayout({ to, ...payout }: Payout & { to: { readonly id: string } }) {
  return { ...presentPayout(payout), idPartner: to.id };
}

export function presentSettledPayout({ to, ...payout }: Payout & { to: { readonly id: string } }) {
  return { ...presentPayout(payout), payee: to.id };
}

/** Presents a payout that is not done, for super administrators. */
export function presentOpenPayout({ payout, name }: DuePayout): OpenPayout {
  const { id, beneficiaryId, amount, state, operator, phone, failure, askedAt } = payout;
  return {
    _id: id,
    partner: { _id: beneficiaryId, name },
    amount,
    state,
    operator,
    phone: phone === null ? null : maskPhone(phone),
    failure,
    askedAt: askedAt.toISOString(),
  };
}
