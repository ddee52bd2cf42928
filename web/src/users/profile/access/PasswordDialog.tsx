import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { passwordChangeForm } from '@amasin/domain/session/own-access.ts';
import { type RefObject, useRef } from 'react';
import { ApiError, mayBeDone } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSchemaForm } from '../../../lib/use-schema-form.ts';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/fields.tsx';
import { SchemaForm } from '../../../ui/SchemaForm.tsx';

const MAY_BE_CHANGED =
  'Il est possible que votre mot de passe ait déjà été changé. Essayez le nouveau comme mot de passe actuel.';

type Props = { opened: boolean; onClose: () => void };

export function PasswordDialog({ opened, onClose }: Props) {
  // Here, so that closing the dialog after a failure does not forget it.
  const isUnanswered = useRef(false);
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Changer mon mot de passe" hasForm>
      <PasswordForm onChanged={onClose} isUnanswered={isUnanswered} />
    </ResponsiveDialog>
  );
}

type FormProps = {
  onChanged: () => void;
  /** Whether an earlier change got no response: the server may have made it, and then refuses the former password. */
  isUnanswered: RefObject<boolean>;
};

function PasswordForm({ onChanged, isUnanswered }: FormProps) {
  const schemaForm = useSchemaForm({
    schema: passwordChangeForm,
    initialValues: { currentPassword: '', password: '', confirmation: '' },
    fallback: 'Erreur lors du changement du mot de passe',
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword', MAY_BE_CHANGED: 'currentPassword' },
    send: async ({ currentPassword, password }) => {
      try {
        await call(sessionEndpoints.changePassword, { body: { currentPassword, password } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (mayBeDone(error)) isUnanswered.current = true;
        if (error.code === 'WRONG_PASSWORD' && isUnanswered.current)
          throw new ApiError(error.status, 'MAY_BE_CHANGED', MAY_BE_CHANGED);
        throw error;
      }
      isUnanswered.current = false;
      onChanged();
      toast.success('Mot de passe changé. Vos autres appareils sont déconnectés.');
    },
  });
  return (
    <SchemaForm {...schemaForm} submit="Changer le mot de passe">
      <PasswordField
        name="currentPassword"
        label="Mot de passe actuel"
        autoComplete="current-password"
        required
        data-autofocus
      />
      <PasswordField
        name="password"
        label="Nouveau mot de passe"
        description="Au moins 4 caractères. Vos autres appareils seront déconnectés."
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="confirmation"
        label="Confirmer le nouveau mot de passe"
        autoComplete="new-password"
        required
      />
    </SchemaForm>
  );
}
