import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import { Button, Paper, Stack, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.tsx';
import { DateTime, PhoneLink } from '../../ui/text.tsx';
import { closeDebit, refundDebit, retryRefund, settleRefund } from './api.ts';
import { CloseForm } from './CloseForm.tsx';
import styles from './reviews.module.css';

type Props = { refunds: readonly OpenRefund[]; debits: readonly StrayDebit[]; onChanged: () => void };

const byHand = {
  label: 'Comment il a été remboursé',
  description: 'Moyen, date, référence. Le client est prévenu que son remboursement est fait.',
  submit: 'Noter',
};

/** Refunds that are not done, and money that arrived beside the payments. */
export function OtherMoney({ refunds, debits, onChanged }: Props) {
  const act = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; done: string }) => send(),
    onSuccess: (_response, { done }) => toast.success(done),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la sauvegarde')),
    onSettled: onChanged,
  });
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
          {refund.state === 'failed' && refund.byHandAt === null ? (
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
                {refund.byHandAt === null ? 'Remboursé autrement' : 'Noter le remboursement'}
              </summary>
              <CloseForm
                send={(note) => settleRefund(refund._id, note)}
                onSaved={() => {
                  toast.success('Remboursement noté');
                  onChanged();
                }}
                onFailed={onChanged}
                texts={byHand}
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
            <CloseForm
              send={(note) => closeDebit(debit._id, note)}
              onSaved={() => {
                toast.success('Débit classé');
                onChanged();
              }}
              onFailed={onChanged}
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

function stateOf({ state, byHandAt }: OpenRefund): string {
  if (state !== 'failed') return 'Demandé';
  return byHandAt === null
    ? 'Refusé par le prestataire'
    : `À rendre dans le tableau de bord de ${byHandAt}, puis à noter`;
}
