import { requiredText } from '@amasin/domain/contract/text.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { useInvalidateOrders } from '../api.ts';

const agreement = z.object({ reference: requiredText('Référence requise', 100) });

/** Notes the reference of the insurer's prior agreement: the customer is told that she can pay (rule 60). */
export function AgreementForm({ order: { _id: id } }: { order: Order }) {
  const invalidateOrders = useInvalidateOrders();
  const form = useSchemaForm({
    schema: agreement,
    initialValues: { reference: '' },
    send: async (body) => {
      await call(orderEndpoints.noteAgreement, { params: { id }, body });
      void invalidateOrders();
      toast.success('Accord noté, le client est prévenu');
    },
    onFailed: () => void invalidateOrders(),
  });
  return (
    <SchemaForm {...form} submit="Noter l’accord">
      <TextField
        name="reference"
        label="Référence de l’assureur"
        autoComplete="off"
        maxLength={100}
        required
      />
    </SchemaForm>
  );
}
