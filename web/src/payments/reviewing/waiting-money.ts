import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import { countOf } from '../../lib/format.ts';

type Found = { refunds: readonly OpenRefund[]; debits: readonly StrayDebit[] };

/** What waits for a decision beside the payments, as the orders' page counts it, and the refunds that only the provider delays. */
export function waitingMoney({ refunds, debits }: Found) {
  const failed = refunds.filter(({ state }) => state === 'failed').length;
  const byHand = refunds.filter(({ state, byHandAt }) => state === 'failed' && byHandAt !== null).length;
  const refused = failed - byHand;
  return {
    count: failed + debits.length,
    texts: [
      ...(byHand === 0 ? [] : [countOf(byHand, 'remboursement à faire', 'remboursements à faire')]),
      ...(refused === 0 ? [] : [countOf(refused, 'remboursement refusé', 'remboursements refusés')]),
      ...(debits.length === 0 ? [] : [countOf(debits.length, 'débit sans paiement', 'débits sans paiement')]),
    ],
    ongoing: refunds.length - failed,
  };
}
