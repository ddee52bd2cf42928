import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import type { LoadedChat } from '../api.ts';
import styles from './conversation.module.css';

type Props = { chat: LoadedChat['chat']; own: SenderType; actions: ReactNode };

/** The other one, and the state of the consultation. */
export function ConversationHeader({ chat, own, actions }: Props) {
  const { status, patientName, patientPhone } = chat;
  return (
    <div className={styles.header}>
      <div className={styles.person}>
        <Title order={3} className={styles.name}>
          {own === 'doctor' ? patientName : (chat.doctorName ?? 'En attente d’un médecin')}
        </Title>
        <div className={styles.state} role="status">
          <StateWords status={status} own={own} />
        </div>
        {own === 'doctor' && patientPhone !== null ? (
          <PhoneLink phone={patientPhone} name={patientName} />
        ) : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}

function StateWords({ status, own }: { status: LoadedChat['chat']['status']; own: SenderType }) {
  if (status === 'completed') return <Text size="xs">Consultation terminée</Text>;
  if (status === 'pending') {
    return (
      <Text size="xs">
        {own === 'doctor'
          ? 'Demande en attente'
          : 'Votre message est gardé. La réponse vous est annoncée par notification et par SMS.'}
      </Text>
    );
  }
  return (
    <Text size="xs" className={styles.online}>
      {own === 'doctor' ? 'Consultation en cours' : 'En ligne'}
    </Text>
  );
}
