import { Stack, TextInput } from '@mantine/core';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import type { CodeAsked } from './recovery-state.ts';
import { useRequestCode } from './use-request-code.ts';

/** SPEC 5: with fewer characters the button is disabled. */
const MIN_CHARACTERS = 8;

const loadSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.codeRequestForm);

/** The form for the phone number to which the code is sent. */
export function PhoneForm({ onAsked }: { onAsked: (asked: CodeAsked) => unknown }) {
  const { request, problem, prepare } = useRequestCode();
  const { form, sending, formProps } = useSchemaForm({
    loadSchema,
    initialValues: { phone: '' },
    fallback: '',
    send: async ({ phone }) => {
      const asked = await request(phone);
      if (asked !== null) await onAsked(asked);
    },
  });
  const { length } = form.useWatchValue('phone').trim();
  const field = form.getInputProps('phone');

  return (
    <form {...formProps}>
      <Stack gap="md">
        <ProblemLine problem={problem} />
        <TextInput
          {...field}
          key={form.key('phone')}
          error={field.error ?? (problem?.field === 'phone' ? problem.title : undefined)}
          onFocus={(event) => {
            field.onFocus?.(event);
            prepare();
          }}
          label="Numéro de téléphone"
          description="Celui de votre compte Amasin."
          placeholder="01 97 00 00 01"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          withAsterisk={false}
        />
        <SubmitButton sending={sending} sendingLabel="Envoi en cours…" disabled={length < MIN_CHARACTERS}>
          Envoyer OTP
        </SubmitButton>
      </Stack>
    </form>
  );
}
