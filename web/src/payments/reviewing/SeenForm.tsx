import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { Text } from '@mantine/core';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { closeReview } from './api.ts';
import { reasonOf } from './reasons.ts';

const loadSchema = () =>
  import('@amasin/domain/payments/review-note.ts').then(({ reviewNote }) => reviewNote);

type Props = { payment: ReviewedPayment; onSaved: () => void; onFailed: () => void };

/** Notes that a payment was seen. */
export default function SeenForm({ payment, onSaved, onFailed }: Props) {
  const form = useSchemaForm({
    loadSchema,
    initialValues: { note: '' },
    fallback: 'Erreur lors de la sauvegarde',
    send: async ({ note }) => {
      await closeReview(payment.transactionId, note);
      onSaved();
    },
    onFailed,
  });
  return (
    <SchemaForm {...form} submit="Vu">
      <Text c="dimmed">
        {payment.customer.name}, {formatMoney(payment.amount)}. {reasonOf(payment)}.
      </Text>
      <TextareaField
        name="note"
        label="Ce qui a été fait"
        description="Le paiement quitte la liste. L’argent ne bouge pas."
        maxLength={300}
        required
        data-autofocus
        autoFocus
      />
    </SchemaForm>
  );
}
