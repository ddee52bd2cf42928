import { reviewNote } from '@amasin/domain/payments/review-note.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';

type Props = {
  send: (note: string) => Promise<unknown>;
  onSaved: () => void;
  onFailed: () => void;
  /** The form of a dialog, which has just been opened. */
  takesFocus?: boolean;
  texts?: { label: string; description: string; submit: string };
};

const closing = {
  label: 'Classer : ce qui a été fait',
  description: 'Il quitte la liste. L’argent ne bouge pas.',
  submit: 'Classer',
};

/** Notes what was done. */
export function CloseForm({ send, onSaved, onFailed, takesFocus = false, texts = closing }: Props) {
  const form = useSchemaForm({
    schema: reviewNote,
    initialValues: { note: '' },
    fallback: 'Erreur lors de la sauvegarde',
    send: async ({ note }) => {
      await send(note);
      onSaved();
    },
    onFailed,
  });
  return (
    <SchemaForm {...form} submit={texts.submit}>
      <TextareaField
        name="note"
        label={texts.label}
        description={texts.description}
        maxLength={300}
        required
        {...(takesFocus && { autoFocus: true, 'data-autofocus': true })}
      />
    </SchemaForm>
  );
}
