import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { secondFactorConfirmation } from '@amasin/domain/session/second-factor.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { call } from '../lib/call.ts';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { enter } from './enter.ts';

type Props = {
  /** The e-mail and password that were right. */
  credentials: { email: string; password: string };
  onSignedIn: (signedIn: { token: string; user: User }) => void;
  onBack: () => void;
};

/** The second step of signing in. */
export function CodeStep({ credentials, onSignedIn, onBack }: Props) {
  const schemaForm = useSchemaForm({
    schema: secondFactorConfirmation,
    initialValues: { code: '' },
    fallback: 'Erreur de connexion',
    fieldOfCode: { WRONG_SECOND_CODE: 'code', CODE_REQUIRED: 'code' },
    send: async ({ code }) =>
      onSignedIn(
        await enter((proofs) =>
          call(sessionEndpoints.adminLogin, { body: { ...credentials, code, ...proofs } }),
        ),
      ),
  });
  return (
    <>
      <SchemaForm {...schemaForm} submit="Se connecter" sendingLabel="Connexion en cours…">
        <TextField
          name="code"
          label="Code"
          description="Les six chiffres de votre application, ou un code de secours."
          autoComplete="one-time-code"
          autoFocus
          required
        />
      </SchemaForm>
      <Button variant="subtle" mt="xs" fullWidth onClick={onBack}>
        Revenir au mot de passe
      </Button>
    </>
  );
}
