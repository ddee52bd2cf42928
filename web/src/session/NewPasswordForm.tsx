import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, mayBeDone } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { PasswordField } from '../ui/fields.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { PageLink } from '../ui/text.tsx';
import { doorOf, entranceState, partsOf } from './entrance-state.ts';
import type { PhoneVerified } from './recovery.tsx';

/** Reads the navigation state that `CodeForm` leaves. */
export function readPhoneVerified(state: unknown): PhoneVerified | null {
  const { phone, resetToken } = partsOf(state);
  return typeof phone === 'string' && typeof resetToken === 'string' ? { phone, resetToken } : null;
}

type Props = { verified: PhoneVerified; onChanged: () => unknown };

const loadSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.passwordResetForm);

const MAY_BE_CHANGED = 'Il est possible que votre mot de passe ait déjà été changé.';

/** The new password, twice. */
export function NewPasswordForm({ verified, onChanged }: Props) {
  const { state } = useLocation();
  // The token serves once: after a call without a response, its refusal may mean that the password was changed.
  const isUnanswered = useRef(false);
  // The reset token has expired, or was used: in another tab, or by a call of this page.
  const [refused, setRefused] = useState<{ title: string; mayBeChanged: boolean } | null>(null);
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: { password: '', confirmation: '' },
    fallback: 'Erreur',
    send: async ({ password }) => {
      setRefused(null);
      try {
        await call(sessionEndpoints.resetPassword, { body: { ...verified, password } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (mayBeDone(error)) isUnanswered.current = true;
        if (error.code !== 'PHONE_NOT_VERIFIED') throw error;
        const mayBeChanged = isUnanswered.current;
        setRefused({ title: mayBeChanged ? MAY_BE_CHANGED : error.message, mayBeChanged });
        return;
      }
      await onChanged();
    },
  });

  return (
    <SchemaForm {...schemaForm} submit="Changer le mot de passe">
      {refused === null ? null : (
        <Notice tone="red" icon={IconAlertCircle} title={refused.title} role="alert">
          {refused.mayBeChanged ? (
            <PageLink to={doorOf(state)} state={entranceState(state)} c="inherit">
              Essayez de vous connecter avec le nouveau.
            </PageLink>
          ) : null}
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
