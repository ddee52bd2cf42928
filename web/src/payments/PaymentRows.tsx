import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import type { ReviewReason } from '@amasin/domain/payments/lifecycle.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { IconCash } from '@tabler/icons-react';
import { countOf } from '../lib/format.ts';
import { StateBadge } from '../ui/badges.tsx';
import { Cell, Fact, Row, RowLink, RowName } from '../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../ui/text.tsx';
import styles from './Reviews.module.css';
import { useReviews } from './review-api.ts';

const labels: Readonly<Record<ReviewReason, string>> = {
  reference: 'Référence absente, ou déjà comptée pour un autre paiement',
  amount: 'Montant différent',
  'paid-twice': 'Commande déjà payée par un autre paiement : à rembourser',
  'prescription-changed': 'Ordonnance utilisée ou modifiée entre-temps : à rembourser',
  'order-changed': 'Commande déjà payée ou modifiée entre-temps : à rembourser',
  'customer-removed': 'Compte du client supprimé : à rembourser',
};

/** Why a payment is under review; for another amount or currency, what was received. */
export function reasonOf({ reason, received, amount }: ReviewedPayment): string {
  if (reason !== 'amount' || received?.amount == null) return labels[reason];
  const sum = `${formatNumber(received.amount)}\u00a0${received.currency ?? 'sans monnaie'}`;
  return `${labels.amount} : reçu ${sum} au lieu de ${formatMoney(amount)}`;
}

type Found = { refunds: readonly OpenRefund[]; debits: readonly StrayDebit[] };

/** Decisions that wait beside the payments, as the orders' page counts them, and the refunds that only the provider delays. */
export function waitingMoney({ refunds, debits }: Found) {
  const failed = refunds.filter(({ state }) => state === 'failed').length;
  const byHand = refunds.filter(
    ({ state, byHandAt, way }) => state === 'failed' && (byHandAt !== null || way !== 'provider'),
  ).length;
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

/** More are one tap away, in their own place. */
const SHOWN = 3;

/**
 * Rows of a supervisor’s list of orders for the payments that wait: those longest under review, each of which opens « Décider
 * du paiement », then one row for refunds and debits. Never nothing, since the list above counts them.
 */
export function PaymentRows() {
  const { rows, latest } = useReviews();
  const { refunds = [], debits = [] } = latest ?? {};
  const other = waitingMoney({ refunds, debits });
  return (
    <>
      <Reviewed rows={rows.slice(0, SHOWN)} />
      {other.count === 0 && rows.length > 0 ? null : (
        <Row className={styles.other}>
          <Cell card="half">
            <RowLink id="payments" to={{ search: '?tab=payments' }}>
              Paiements
            </RowLink>
          </Cell>
          <Cell card="corner">
            <ToLookAt />
          </Cell>
          <Cell>{other.count === 0 ? 'Voir ce qui est à regarder' : other.texts.join(', ')}</Cell>
        </Row>
      )}
    </>
  );
}

const ToLookAt = () => <StateBadge tone="red" icon={IconCash} label="À regarder" />;

function Reviewed({ rows }: { rows: readonly ReviewedPayment[] }) {
  return rows.map((payment) => {
    const { _id, customer, amount, at } = payment;
    return (
      <Row key={_id} className={styles.row}>
        <Cell card="half">
          <RowLink id={_id} to={{ search: `?tab=payments&vu=${_id}` }}>
            Paiement
          </RowLink>
          <div className={styles.at}>
            <DateTime at={at} />
          </div>
        </Cell>
        <Cell card="corner">
          <ToLookAt />
        </Cell>
        <Cell>
          <RowName
            below={
              customer.phone === undefined ? null : <PhoneLink phone={customer.phone} name={customer.name} />
            }
          >
            {customer.name}
          </RowName>
        </Cell>
        <Cell optional>{reasonOf(payment)}</Cell>
        <Cell optional end>
          <Fact label="Montant dû">
            <Money amount={amount} />
          </Fact>
        </Cell>
      </Row>
    );
  });
}
