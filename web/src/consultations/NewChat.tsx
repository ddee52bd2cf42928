import { newChat } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Text } from '@mantine/core';
import { IconMessageCircle, IconMoon } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { invalidate } from '../lib/keys.ts';
import { object, text } from '../lib/schema.ts';
import { randomName, storedOf } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { useAvailability } from './api.ts';
import styles from './ChatDialog.module.css';
import { EmergencyLine } from './Conversation.tsx';

type NewChatValues = { patientName: string; initialMessage: string };

/** The typed values, kept until they are sent. */
const keptDraft = storedOf(
  'new-consultation',
  object<NewChatValues>({ patientName: text, initialMessage: text }),
);
const keptAttempt = storedOf(
  'new-consultation-attempt',
  object<NewChatValues & { key: string }>({ patientName: text, initialMessage: text, key: text }),
);

/** The same key for the same request, even after a reload: sent again after a lost response, it is stored once. */
function keyOfAttempt(personId: string, { patientName, initialMessage }: NewChatValues): string {
  const before = keptAttempt.read(personId);
  if (before?.patientName === patientName && before.initialMessage === initialMessage) return before.key;
  const key = randomName();
  keptAttempt.write(personId, { patientName, initialMessage, key });
  return key;
}

const ANNOUNCED = 'Votre message est gardé, et la réponse vous est annoncée par notification et par SMS.';

/** Shows the customer, before they write, whether a doctor is available now. */
function AvailabilityNotice() {
  const { data } = useAvailability();
  if (data === undefined) return <Notice tone="neutral" icon={IconMessageCircle} title={ANNOUNCED} />;
  if (!data.available) {
    return (
      <Notice tone="amber" icon={IconMoon} title="Aucun médecin n’est là pour le moment" role="status">
        <Text>{ANNOUNCED}</Text>
      </Notice>
    );
  }
  const title =
    data.doctors < 2 ? 'Un médecin est là maintenant' : `${data.doctors} médecins sont là maintenant`;
  return (
    <Notice tone="teal" icon={IconMessageCircle} title={title} role="status">
      <Text>Le premier qui est libre vous répond ici.</Text>
    </Notice>
  );
}

type Props = { user: User; onStarted: (id: string) => void };

/** A request to all doctors. */
export function NewChat({ user, onStarted }: Props) {
  const queries = useQueryClient();
  const schemaForm = useSchemaForm({
    schema: newChat,
    initialValues: keptDraft.read(user._id) ?? { patientName: user.name, initialMessage: '' },
    fallback: "Impossible d'envoyer la demande",
    send: async (body) => {
      const idempotencyKey = keyOfAttempt(user._id, body);
      const { chatId } = await withHealthConsent(() =>
        call(consultationEndpoints.startChat, { body }, { idempotencyKey }),
      );
      keptDraft.remove(user._id);
      keptAttempt.remove(user._id);
      toast.success('Demande envoyée !');
      void invalidate(queries, 'consultations');
      onStarted(chatId);
    },
  });
  return (
    <div className={styles.view}>
      {/* The change events of the fields bubble. */}
      <div className={styles.scroll} onChange={() => keptDraft.write(user._id, schemaForm.form.getValues())}>
        <AvailabilityNotice />
        <SchemaForm {...schemaForm} submit="Démarrer" sendingLabel="Envoi en cours…">
          <TextField name="patientName" label="Nom du patient" autoComplete="name" maxLength={120} required />
          <TextareaField
            name="initialMessage"
            label="Votre message"
            description="Ce qui vous inquiète, depuis quand, et les médicaments que vous prenez."
            rows={5}
            required
          />
        </SchemaForm>
      </div>
      <EmergencyLine />
    </div>
  );
}
