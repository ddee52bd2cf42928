import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { call } from '../../../lib/api/call.ts';
import { useSchemaForm } from '../../../lib/form/use-schema-form.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { SchemaForm } from '../../../ui/form/SchemaForm.tsx';

const loadSchema = () =>
  import('@amasin/domain/session/own-access.ts').then((module) => module.passwordChangeForm);

type Props = { opened: boolean; onClose: () => void };

export function PasswordDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Changer mon mot de passe" hasForm>
      <PasswordForm onChanged={onClose} />
    </ResponsiveDialog>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: { currentPassword: '', password: '', confirmation: '' },
    fallback: 'Erreur lors du changement du mot de passe',
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword' },
    send: async ({ currentPassword, password }) => {
      await call(sessionEndpoints.changePassword, { body: { currentPassword, password } });
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
