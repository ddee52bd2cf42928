import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { PageLink } from '../../ui/text/PageLink.tsx';
import type { PhoneVerified } from './recovery-state.ts';

type Props = { verified: PhoneVerified; onChanged: () => unknown };

const loadSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.passwordResetForm);

/** The new password, twice. */
export function NewPasswordForm({ verified, onChanged }: Props) {
  // The reset token has expired, or was used in another tab.
  const [expired, setExpired] = useState<string | null>(null);
  const schemaForm = useSchemaForm({
    loadSchema,
    initialValues: { password: '', confirmation: '' },
    fallback: 'Erreur',
    send: async ({ password }) => {
      try {
        await call(sessionEndpoints.resetPassword, { body: { ...verified, password } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'PHONE_NOT_VERIFIED') throw error;
        setExpired(error.message);
        return;
      }
      await onChanged();
    },
  });

  return (
    <SchemaForm {...schemaForm} submit="Changer le mot de passe">
      {expired === null ? null : (
        <Notice tone="red" icon={IconAlertCircle} title={expired} role="alert">
          <PageLink to="/forgot-password" c="inherit">
            Demander un nouveau code
          </PageLink>
        </Notice>
      )}
      {/* So that the browser's password manager stores the password for this phone number. */}
      <input type="text" name="username" autoComplete="username" value={verified.phone} readOnly hidden />
      <PasswordField
        name="password"
        label="Nouveau mot de passe"
        description="4 caractères au moins."
        autoComplete="new-password"
        required
      />
      <PasswordField
        name="confirmation"
        label="Confirmer le mot de passe"
        autoComplete="new-password"
        required
      />
    </SchemaForm>
  );
}
