import { newChat } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { TextField } from '../../ui/fields.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { EmergencyLine } from '../EmergencyLine.tsx';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import styles from './customer.module.css';
import { clearNewChat, keyOfAttempt, readNewChat, storeNewChat } from './new-chat-draft.ts';

type Props = { user: User; onStarted: (id: string) => void };

/** A request to all doctors. */
export function NewChat({ user, onStarted }: Props) {
  const queries = useQueryClient();
  const schemaForm = useSchemaForm({
    schema: newChat,
    initialValues: readNewChat(user._id, user.name),
    fallback: "Impossible d'envoyer la demande",
    send: async (body) => {
      const idempotencyKey = keyOfAttempt(user._id, body);
      const { chatId } = await call(consultationEndpoints.startChat, { body }, { idempotencyKey });
      clearNewChat(user._id);
      toast.success('Demande envoyée !');
      void invalidate(queries, 'consultations');
      onStarted(chatId);
    },
  });
  return (
    <div className={styles.view}>
      {/* The change events of the fields bubble. */}
      <div className={styles.scroll} onChange={() => storeNewChat(user._id, schemaForm.form.getValues())}>
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
