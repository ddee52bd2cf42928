import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { formatRecent } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { ListState, MoreButton } from '../../ui/listing.tsx';
import { usePatientChats } from '../api.ts';
import { EmergencyLine } from '../EmergencyLine.tsx';
import { ChatStateBadge } from './ChatStateBadge.tsx';
import styles from './customer.module.css';

type Props = { onOpen: (id: string) => void; onNew: () => void };

/** The customer's consultations, most recent first. */
export function ChatList({ onOpen, onNew }: Props) {
  const list = usePatientChats();
  const begin = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={onNew}>
      Nouvelle consultation
    </Button>
  );
  return (
    <div className={styles.view}>
      <div className={styles.scroll}>
        <ListState
          list={list}
          rows={4}
          height={88}
          empty={
            <EmptyState
              title="Vous n’avez pas encore de consultation"
              titleOrder={3}
              pictogram="stethoscope"
              action={begin}
            >
              Décrivez ce qui vous inquiète : un médecin vous répond ici.
            </EmptyState>
          }
        >
          <ul className={styles.list} aria-label="Consultations">
            {list.rows.map((chat) => (
              <li key={chat._id}>
                <ChatRow chat={chat} onOpen={() => onOpen(chat._id)} />
              </li>
            ))}
          </ul>
          <MoreButton list={list} />
        </ListState>
      </div>
      {list.rows.length > 0 ? begin : null}
      <EmergencyLine />
    </div>
  );
}

function ChatRow({ chat, onOpen }: { chat: ChatSummary; onOpen: () => void }) {
  const { doctorName, lastMessage, createdAt, unread, status } = chat;
  const now = useNow();
  const at = lastMessage?.timestamp ?? createdAt;
  return (
    <UnstyledButton className={styles.row} onClick={onOpen}>
      <span className={styles.name}>{doctorName ?? 'En attente d’un médecin'}</span>
      <time className={styles.time} dateTime={at}>
        {formatRecent(new Date(at), now)}
      </time>
      <span className={styles.last}>{lastTextOf(chat)}</span>
      <span className={styles.state}>
        <ChatStateBadge status={status} />
      </span>
      {unread === 0 ? null : (
        <span className={styles.unread}>
          <span>{unread}</span>
          <VisuallyHidden>{unread < 2 ? ' message non lu' : ' messages non lus'}</VisuallyHidden>
        </span>
      )}
    </UnstyledButton>
  );
}

function lastTextOf({ lastMessage, initialMessage }: ChatSummary): string {
  if (lastMessage === null) return initialMessage;
  const { senderType, content, hasFile } = lastMessage;
  const text = content === '' ? (hasFile ? 'Fichier joint' : 'Ordonnance') : content;
  return senderType === 'patient' ? `Vous : ${text}` : text;
}
