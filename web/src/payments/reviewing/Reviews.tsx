import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { countOf } from '../../lib/format.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { MoneyWaits } from '../../ui/Notice.tsx';
import { Cell, Fact, Row, RowActions, RowName, Rows } from '../../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useReviews } from './api.ts';
import { Decide } from './Decide.tsx';
import { OtherMoney } from './OtherMoney.tsx';
import { reasonOf } from './reasons.ts';
import styles from './reviews.module.css';
import { waitingMoney } from './waiting-money.ts';

const headings = ['Depuis', 'Client', 'Pourquoi', { end: 'Montant dû' }];

/** « Paiements à regarder »: money that did not match, until someone has decided about it (rule 15), and refunds. */
export function Reviews() {
  const list = useReviews();
  const queries = useQueryClient();
  const { value, close, open } = useDialogUrl('vu');
  const chosen = list.rows.find(({ _id }) => _id === value);
  useEffect(ResponsiveDialog.preload, []);

  // The number of payments to review is shown with the orders.
  const reload = () => void Promise.all([invalidate(queries, 'payments'), invalidate(queries, 'orders')]);
  const { refunds = [], debits = [], moneyWaits } = list.latest ?? {};
  const hasOther = refunds.length + debits.length > 0;
  const other = waitingMoney({ refunds, debits });
  const onSaved = (done: string) => {
    close();
    reload();
    toast.success(done);
  };
  return (
    <>
      {moneyWaits ? <MoneyWaits what="remboursements et le suivi des paiements" /> : null}
      <CountLine
        list={{ ...list, total: list.total + other.count }}
        noun="paiement"
        where="à regarder"
        shown={list.rows.length + other.count}
        filters={[
          ...(other.count === 0 ? [] : [`dont ${other.texts.join(', ')}`]),
          ...(other.ongoing === 0
            ? []
            : [countOf(other.ongoing, 'remboursement en cours', 'remboursements en cours')]),
        ]}
        isFiltered={false}
      />
      <ListState
        list={list}
        empty={
          hasOther ? null : (
            <EmptyState title="Aucun paiement à regarder">
              Un paiement dont le montant, la monnaie ou la commande ne correspond pas arrive ici de lui-même.
            </EmptyState>
          )
        }
      >
        <Rows
          label="Paiements à regarder"
          list={list}
          headings={headings}
          columns="8rem minmax(8rem, 1fr) minmax(0, 2fr) 6.5rem 7.5rem"
        >
          {list.rows.map((payment) => (
            <ReviewRow key={payment._id} payment={payment} onDecide={() => open(payment._id)} />
          ))}
        </Rows>
        <MoreButton list={list} />
      </ListState>
      {!hasOther ? null : <OtherMoney refunds={refunds} debits={debits} onChanged={reload} />}
      <ResponsiveDialog opened={chosen !== undefined} onClose={close} title="Décider du paiement" hasForm>
        {chosen === undefined ? null : <Decide payment={chosen} onSaved={onSaved} onFailed={reload} />}
      </ResponsiveDialog>
    </>
  );
}

function ReviewRow({ payment, onDecide }: { payment: ReviewedPayment; onDecide: () => void }) {
  const { customer, order, amount, at } = payment;
  return (
    <Row>
      <Cell quiet>
        <Fact label="Depuis">
          <DateTime at={at} />
        </Fact>
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
      <Cell>
        <span>{reasonOf(payment)}</span>
        {order === null ? null : (
          <Link className={styles.order} to={{ search: `?tab=orders&order=${order._id}` }}>
            {`Commande ${order.number}`}
          </Link>
        )}
      </Cell>
      <Cell card="half" end>
        <Fact label="Montant dû">
          <Money amount={amount} />
        </Fact>
      </Cell>
      <RowActions>
        <Button variant="light" onClick={onDecide} aria-label={`Décider du paiement de ${customer.name}`}>
          Décider
        </Button>
      </RowActions>
    </Row>
  );
}
