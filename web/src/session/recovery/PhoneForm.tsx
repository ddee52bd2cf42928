import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { SchemaForm } from '../../ui/form/SchemaForm.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import type { CodeAsked } from './recovery-state.ts';
import { useRequestCode } from './use-request-code.ts';

/** With fewer characters the button is disabled. */
const MIN_CHARACTERS = 8;

const loadSchema = () =>
  import('@amasin/domain/session/recovery.ts').then((recovery) => recovery.codeRequestForm);

type Props = { known: () => { phone: string }; onAsked: (asked: CodeAsked) => unknown };

/** The form for the phone number to which the code is sent. */
export function PhoneForm({ known, onAsked }: Props) {
  const { request, problem, prepare, sentByGoogle } = useRequestCode();
  const schemaForm = useSchemaForm({
    schema: loadSchema,
    initialValues: { phone: '' },
    known,
    fallback: '',
    send: async ({ phone }) => {
      const asked = await request(phone);
      if (asked !== null) await onAsked(asked);
    },
  });
  // A number known from the previous page may be sent without ever having the focus.
  const knownFirst = useRef(known);
  useEffect(() => {
    if (knownFirst.current().phone !== '') prepare();
  }, [prepare]);
  const { form } = schemaForm;
  const { length } = form.useWatchValue('phone').trim();

  return (
    <SchemaForm
      {...schemaForm}
      submit="Envoyer OTP"
      sendingLabel="Envoi en cours…"
      disabled={length < MIN_CHARACTERS}
    >
      <ProblemLine problem={problem} />
      <TextField
        name="phone"
        error={form.errors.phone ?? (problem?.field === 'phone' ? problem.title : undefined)}
        onFocus={prepare}
        label="Numéro de téléphone"
        description="Celui de votre compte Amasin."
        placeholder="01 97 00 00 01"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      {sentByGoogle ? (
        <Text size="xs" c="dimmed">
          Google envoie le code : votre numéro lui est transmis, et il le garde.
        </Text>
      ) : null}
    </SchemaForm>
  );
}
