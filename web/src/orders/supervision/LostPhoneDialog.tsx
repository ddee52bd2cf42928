import type { Caller } from '@amasin/domain/orders/caller.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { lostPhone } from '@amasin/domain/users/lost-phone.ts';
import {
  type RecognitionQuestion,
  recognitionLabels,
  recognitionQuestions,
} from '@amasin/domain/users/recognition.ts';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { formatPhone } from '../../lib/format.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { TextField, useField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

type Props = { caller: Caller; opened: boolean; onClose: () => void };

/** Gives another telephone to the customer who calls, once she has answered two questions. */
export function LostPhoneDialog({ caller, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Numéro perdu" hasForm>
      <LostPhoneForm caller={caller} onDone={onClose} />
    </ResponsiveDialog>
  );
}

function LostPhoneForm({ caller, onDone }: { caller: Caller; onDone: () => void }) {
  const queries = useQueryClient();
  const schemaForm = useSchemaForm({
    schema: lostPhone,
    initialValues: { phone: '', asked: [] as RecognitionQuestion[] },
    fallback: 'Erreur lors de la mise à jour',
    fieldOfCode: { PHONE_TAKEN: 'phone' },
    send: async (body) => {
      await call(userEndpoints.replaceLostPhone, { params: { id: caller._id }, body });
      toast.success('Numéro changé');
      onDone();
      await invalidate(queries, 'orders');
    },
  });
  return (
    <Stack gap="md">
      <Text>
        {`Posez deux questions à ${caller.name}, sans souffler les réponses. Ses sessions se ferment, l’ancien numéro (${formatPhone(caller.phone)}) est prévenu, et le journal garde votre nom et les questions.`}
      </Text>
      <SchemaForm {...schemaForm} submit="Changer le numéro">
        <AskedField />
        <TextField
          name="phone"
          label="Nouveau numéro"
          description="Un code envoyé à ce numéro le confirmera."
          type="tel"
          autoComplete="off"
          required
        />
      </SchemaForm>
    </Stack>
  );
}

function AskedField() {
  const { key, field } = useField('asked');
  return (
    <Checkbox.Group key={key} label="La personne a donné" {...field}>
      <Stack gap="xs" mt="xs">
        {recognitionQuestions.map((question) => (
          <Checkbox key={question} value={question} label={recognitionLabels[question]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
