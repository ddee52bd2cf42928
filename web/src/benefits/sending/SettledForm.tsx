import { reviewNote } from '@amasin/domain/payments/review-note.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { settlePayout } from './api.ts';

/** Notes how a refused payout was made otherwise. */
export function SettledForm({ payoutId, onEnded }: { payoutId: string; onEnded: () => void }) {
  const form = useSchemaForm({
    schema: reviewNote,
    initialValues: { note: '' },
    fallback: 'Erreur lors de la sauvegarde',
    send: async ({ note }) => {
      await settlePayout(payoutId, note);
      toast.success('Versement noté');
      onEnded();
    },
    onFailed: onEnded,
  });
  return (
    <SchemaForm {...form} submit="Noter">
      <TextareaField
        name="note"
        label="Comment il a été payé"
        description="Moyen, date, référence. Le partenaire est prévenu que son paiement est fait."
        maxLength={300}
        required
      />
    </SchemaForm>
  );
}
