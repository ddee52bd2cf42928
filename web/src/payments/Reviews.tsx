import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { countOf } from '../lib/format.ts';
import { useChange } from '../lib/use-change.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { MoneyWaits, NoteForm } from '../ui/platform-money.tsx';
import { Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { DateTime, Money, PhoneLink } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { reasonOf, waitingMoney } from './PaymentRows.tsx';
import styles from './Reviews.module.css';
import {
  attachReview,
  closeDebit,
  closeReview,
  refundDebit,
  refundReview,
  retryRefund,
  settleRefund,
  useReviews,
} from './review-api.ts';

const closing = {
  label: 'Classer : ce qui a été fait',
  description: 'Il quitte la liste. L’argent ne bouge pas.',
  submit: 'Classer',
};

type DecideProps = { payment: ReviewedPayment; onDone: () => void };

/** The number of payments to review is shown with the orders. */
const shownIn = ['payments', 'orders'] as const;

/** Decides about money, whatever the call is. */
const useDecision = (onDone?: () => void) =>
  useChange({
    resource: shownIn,
    mutationFn: ({ send }: { send: () => Promise<unknown>; done: string }) => send(),
    done: (_response, { done }) => done,
    ...(onDone && { onDone }),
  });

/** Decides about a payment under review: pays it back, pays an order with it, or notes what was done elsewhere. */
export function Decide({ payment, onDone }: DecideProps) {
  const { transactionId, received, canRefund, fits } = payment;
  const decide = useDecision(onDone);
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {`${payment.customer.name}, ${formatMoney(payment.amount)}. ${reasonOf(payment)}.`}
      </Text>
      {fits.map(({ _id, number }) => (
        <Button
          key={_id}
          variant="default"
          loading={decide.isPending}
          onClick={() =>
            decide.mutate({
              send: () => attachReview(transactionId, _id),
              done: `Paiement rattaché à ${number}`,
            })
          }
        >
          {`Rattacher à ${number}`}
        </Button>
      ))}
      {canRefund ? (
        <Button
          loading={decide.isPending}
          onClick={() =>
            decide.mutate({ send: () => refundReview(transactionId), done: 'Remboursement demandé' })
          }
        >{`Rembourser ${formatNumber(received?.amount ?? 0)} F`}</Button>
      ) : (
        <Text>Le montant ou la référence sont incertains : voyez avec le prestataire.</Text>
      )}
      <NoteForm
        texts={closing}
        send={(note) => closeReview(transactionId, note)}
        resource={shownIn}
        done="Paiement classé"
        onDone={onDone}
        takesFocus
      />
    </Stack>
  );
}

type OtherMoneyProps = { refunds: readonly OpenRefund[]; debits: readonly StrayDebit[] };

const byHand = {
  label: 'Comment il a été remboursé',
  description: 'Moyen, date, référence. Le client est prévenu que son remboursement est fait.',
  submit: 'Noter',
};

/** Refunds that are not done, and money that arrived beside the payments. */
export function OtherMoney({ refunds, debits }: OtherMoneyProps) {
  const act = useDecision();
  return (
    <Stack gap="md" mt="lg">
      {refunds.length === 0 ? null : (
        <Title order={2} size="h3">
          Remboursements en cours
        </Title>
      )}
      {refunds.map((refund) => (
        <Sum key={refund._id} title={`${formatMoney(refund.amount)} à ${refund.customer.name}`}>
          <Person person={refund.customer} />
          <span>
            <span>{`${stateOf(refund)} ·`}</span> <DateTime at={refund.askedAt} />
            {refund.order === null ? null : <span>{` · ${refund.order.number}`}</span>}
          </span>
          <Transaction id={refund.transactionId} reference={refund.reference} />
          {refund.mayBeDone ? (
            <strong>Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.</strong>
          ) : null}
          {refund.to === null ? null : (
            <span>
              <span>Le numéro qui a payé :</span>{' '}
              {refund.to.operator === null ? null : <span>{`${operatorLabels[refund.to.operator]} `}</span>}
              <PhoneLink phone={refund.to.phone} name={refund.customer.name} />
            </span>
          )}
          {refund.state === 'failed' && refund.byHandAt === null && refund.way === 'provider' ? (
            <Button
              variant="default"
              loading={act.isPending}
              aria-label={`Réessayer le remboursement à ${refund.customer.name}`}
              onClick={() =>
                act.mutate({ send: () => retryRefund(refund._id), done: 'Remboursement demandé à nouveau' })
              }
            >
              Réessayer
            </Button>
          ) : null}
          {refund.state === 'failed' ? (
            <details className={styles.decision}>
              <summary className={styles.summary}>
                {refund.byHandAt === null && refund.way === 'provider'
                  ? 'Remboursé autrement'
                  : 'Noter le remboursement'}
              </summary>
              <NoteForm
                texts={byHand}
                send={(note) => settleRefund(refund._id, note)}
                resource={shownIn}
                done="Remboursement noté"
              />
            </details>
          ) : null}
        </Sum>
      ))}
      {debits.length === 0 ? null : (
        <Title order={2} size="h3">
          Débits sans paiement
        </Title>
      )}
      {debits.map((debit) => (
        <Sum key={debit._id} title={titleOf(debit)}>
          {debit.customer === null ? null : <Person person={debit.customer} />}
          <span>
            <span>{`${debit.customer === null ? 'Transaction inconnue' : 'Deuxième débit du même paiement'} ·`}</span>{' '}
            <DateTime at={debit.at} />
            {debit.order === null ? null : <span>{` · ${debit.order.number}`}</span>}
          </span>
          <Transaction id={debit.transactionId} reference={debit.reference} />
          {debit.canRefund ? (
            <Button
              loading={act.isPending}
              onClick={() =>
                act.mutate({ send: () => refundDebit(debit._id), done: 'Remboursement demandé' })
              }
            >{`Rembourser ${formatNumber(debit.received.amount ?? 0)} F`}</Button>
          ) : null}
          <details className={styles.decision}>
            <summary className={styles.summary}>Classer</summary>
            <NoteForm
              texts={closing}
              send={(note) => closeDebit(debit._id, note)}
              resource={shownIn}
              done="Débit classé"
            />
          </details>
        </Sum>
      ))}
    </Stack>
  );
}

function Sum({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Stack gap={8}>
        <strong>{title}</strong>
        {children}
      </Stack>
    </Paper>
  );
}

function titleOf({ received: { amount, currency }, customer }: StrayDebit): string {
  const sum = amount === null ? 'Montant inconnu' : `${formatNumber(amount)} ${currency ?? 'sans monnaie'}`;
  return customer === null ? sum : `${sum} de ${customer.name}`;
}

const Person = ({ person }: { person: OpenRefund['customer'] }) =>
  person.phone === undefined ? null : <PhoneLink phone={person.phone} name={person.name} />;

/** @param reference the provider's own, by which its dashboard finds it */
const Transaction = ({ id, reference }: { id: string; reference: string | null }) => (
  <span style={{ overflowWrap: 'anywhere' }}>
    {`Transaction ${id}${reference === null ? '' : `, référence ${reference}`}`}
  </span>
);

function stateOf({ state, byHandAt, way }: OpenRefund): string {
  if (state !== 'failed') return way === 'payout' ? 'Envoyé au numéro qui a payé' : 'Demandé';
  if (byHandAt === null && way === 'hand') return 'À rendre par vos soins, puis à noter';
  return byHandAt === null
    ? 'Refusé par le prestataire'
    : `À rendre dans le tableau de bord de ${byHandAt}, puis à noter`;
}

const headings = ['Depuis', 'Client', 'Pourquoi', { end: 'Montant dû' }];

/** « Paiements à regarder »: money that did not match, until someone has decided about it (rule 15), and refunds. */
export function Reviews() {
  const list = useReviews();
  const { value, close, open } = useDialogUrl('vu');
  const chosen = list.rows.find(({ _id }) => _id === value);
  useEffect(ResponsiveDialog.preload, []);

  const { refunds = [], debits = [], moneyWaits } = list.latest ?? {};
  const hasOther = refunds.length + debits.length > 0;
  const other = waitingMoney({ refunds, debits });
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
      {!hasOther ? null : <OtherMoney refunds={refunds} debits={debits} />}
      <ResponsiveDialog opened={chosen !== undefined} onClose={close} title="Décider du paiement" hasForm>
        {chosen === undefined ? null : <Decide payment={chosen} onDone={close} />}
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
