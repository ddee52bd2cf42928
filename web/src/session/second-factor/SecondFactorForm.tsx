import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { secondFactorConfirmation, secondFactorStart } from '@amasin/domain/session/second-factor.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecretToGive } from './SecretToGive.tsx';

type Secret = { secret: string; uri: string };

type Props = {
  user: User;
  /** Called when the recovery codes have been kept. */
  onDone: () => void;
};

/** Activates the second step of signing in: password, secret and first code, recovery codes. */
export function SecondFactorForm({ user, onDone }: Props) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (secret !== null) return <Confirmation secret={secret} onConfirmed={setCodes} />;
  return <Start isReplacing={user.hasSecondFactor === true} onStarted={setSecret} />;
}

function Start({ isReplacing, onStarted }: { isReplacing: boolean; onStarted: (secret: Secret) => void }) {
  const schemaForm = useSchemaForm({
    schema: secondFactorStart,
    initialValues: { currentPassword: '', code: '' },
    fallback: 'Erreur lors de la préparation',
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword', CODE_REQUIRED: 'code', WRONG_SECOND_CODE: 'code' },
    send: async (body) => onStarted(await call(sessionEndpoints.startSecondFactor, { body })),
  });
  return (
    <SchemaForm {...schemaForm} submit="Continuer" sendingLabel="Vérification en cours…">
      <PasswordField
        name="currentPassword"
        label="Mot de passe actuel"
        autoComplete="current-password"
        required
        data-autofocus
      />
      {isReplacing ? (
        <TextField
          name="code"
          label="Code actuel"
          description="De votre application, ou un code de secours."
          autoComplete="one-time-code"
          required
        />
      ) : null}
    </SchemaForm>
  );
}

function Confirmation({
  secret,
  onConfirmed,
}: {
  secret: Secret;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const schemaForm = useSchemaForm({
    schema: secondFactorConfirmation,
    initialValues: { code: '' },
    fallback: 'Erreur lors de l’activation',
    fieldOfCode: { WRONG_SECOND_CODE: 'code' },
    send: async (body) => {
      const { recoveryCodes } = await call(sessionEndpoints.confirmSecondFactor, { body });
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <SchemaForm {...schemaForm} submit="Activer" sendingLabel="Activation en cours…">
      <SecretToGive {...secret} />
      <TextField
        name="code"
        label="Code affiché par l’application"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </SchemaForm>
  );
}
