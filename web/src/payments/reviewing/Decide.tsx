import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.tsx';
import { attachReview, closeReview, refundReview } from './api.ts';
import { CloseForm } from './CloseForm.tsx';
import { reasonOf } from './reasons.ts';

type Props = { payment: ReviewedPayment; onSaved: (done: string) => void; onFailed: () => void };

/** What to do with a payment under review: pay it back, pay an order with it, or note what was done elsewhere. */
export function Decide({ payment, onSaved, onFailed }: Props) {
  const { transactionId, received, canRefund, fits } = payment;
  const decide = useMutation({
    mutationFn: ({ send }: { send: () => Promise<unknown>; done: string }) => send(),
    onSuccess: (_response, { done }) => onSaved(done),
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la sauvegarde'));
      onFailed();
    },
  });
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
      <CloseForm
        send={(note) => closeReview(transactionId, note)}
        onSaved={() => onSaved('Paiement classé')}
        onFailed={onFailed}
        takesFocus
      />
    </Stack>
  );
}
