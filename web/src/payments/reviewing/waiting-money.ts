import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import type { OpenRefund } from '@amasin/domain/payments/refund.ts';
import { countOf } from '../../lib/format/money.ts';

type Found = { refunds: readonly OpenRefund[]; debits: readonly StrayDebit[] };

/** What waits for a decision beside the payments, as the orders' page counts it, and the refunds that only the provider delays. */
export function waitingMoney({ refunds, debits }: Found) {
  const failed = refunds.filter(({ state }) => state === 'failed').length;
  return {
    count: failed + debits.length,
    texts: [
      ...(failed === 0 ? [] : [countOf(failed, 'remboursement refusé', 'remboursements refusés')]),
      ...(debits.length === 0 ? [] : [countOf(debits.length, 'débit sans paiement', 'débits sans paiement')]),
    ],
    ongoing: refunds.length - failed,
  };
}
