import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { Stack, TextInput } from '@mantine/core';
import { call } from '../../lib/api/call.ts';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
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
  const { phone } = asked;
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: { code: '' },
    fallback: 'Code incorrect ou expiré',
    fieldOfCode: { WRONG_CODE: 'code' },
    send: async ({ code }) => {
      const { resetToken } = await call(sessionEndpoints.verifyOtp, { body: { phone, code } });
      await onVerified({ phone, resetToken });
    },
  });

  return (
    <Stack gap="md">
      <form {...formProps}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('code')}
            key={form.key('code')}
            label="Code reçu par SMS"
            description="6 chiffres, valables 10 minutes."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            withAsterisk={false}
          />
          <SubmitButton sending={sending} sendingLabel="Vérification en cours…">
            Vérifier le code
          </SubmitButton>
        </Stack>
      </form>
      <ResendCode asked={asked} onAskedAgain={onAskedAgain} />
    </Stack>
  );
}
