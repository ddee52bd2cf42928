import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Stack } from '@mantine/core';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useProof } from './firebase/use-proof.ts';
import { ResendCode } from './ResendCode.tsx';
import type { CodeAsked, PhoneVerified } from './recovery-state.ts';

type Props = {
  asked: CodeAsked;
  onAskedAgain: (asked: CodeAsked) => void;
  onVerified: (verified: PhoneVerified) => unknown;
};

const loadSchema = () => import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.codeForm);

/** The form for the code sent by SMS. */
export function CodeForm({ asked, onAskedAgain, onVerified }: Props) {
  const { phone, request, firebase } = asked;
  const proofOf = useProof(firebase);
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: { code: '' },
    fallback: 'Code incorrect ou expiré',
    fieldOfCode: { WRONG_CODE: 'code' },
    send: async ({ code }) => {
      const body = { phone, request, ...(await proofOf(code)) };
      const { resetToken } = await call(sessionEndpoints.verifyOtp, { body });
      await onVerified({ phone, resetToken });
    },
  });

  return (
    <Stack gap="md">
      <SchemaForm {...schemaForm} submit="Vérifier le code" sendingLabel="Vérification en cours…">
        <TextField
          name="code"
          label="Code reçu par SMS"
          description="6 chiffres, valables 10 minutes."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
      </SchemaForm>
      <ResendCode asked={asked} onAskedAgain={onAskedAgain} />
    </Stack>
  );
}
