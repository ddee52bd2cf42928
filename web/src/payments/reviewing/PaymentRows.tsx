import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { IconCash } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badges.tsx';
import { Cell, Fact, Row, RowLink, RowName } from '../../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../../ui/text.tsx';
import { useReviews } from './api.ts';
import { reasonOf } from './reasons.ts';
import styles from './reviews.module.css';
import { waitingMoney } from './waiting-money.ts';

/** More are one tap away, in their own place. */
const SHOWN = 3;

/**
 * What waits among the payments, as rows of a supervisor’s list of orders: those longest under review, each of which opens « Décider
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
