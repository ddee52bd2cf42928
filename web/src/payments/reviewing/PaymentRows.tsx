import { IconCash } from '@tabler/icons-react';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import { Cell, Fact, Row, RowLink, RowName } from '../../ui/listing/Rows.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import { useReviews } from './api.ts';
import { reasonOf } from './reasons.ts';
import styles from './reviews.module.css';

/** More are one tap away, in their own place. */
const SHOWN = 3;

/** The payments longest under review, as rows of a supervisor’s list of orders. Each opens « Décider du paiement ». */
export function PaymentRows() {
  const { rows } = useReviews();
  return rows.slice(0, SHOWN).map((payment) => {
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
          <StateBadge tone="red" icon={IconCash} label="À regarder" />
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
