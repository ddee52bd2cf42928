import { type ChatSummary, newChat } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMessageCircle, IconMoon, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../lib/call.ts';
import { formatRecent } from '../lib/format.ts';
import { invalidate } from '../lib/keys.ts';
import { randomName, readStored, store } from '../lib/stored.ts';
import { toast } from '../lib/toast.tsx';
import { useNow } from '../lib/use-now.ts';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { useSession } from '../session/session-context.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { TextField } from '../ui/fields.tsx';
import { ListState, MoreButton } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { useAvailability, usePatientChats } from './api.ts';
import { ChatStateBadge, EmergencyLine } from './ChatStateBadge.tsx';
import { BackButton, Conversation, HeaderRow, HeaderTitle } from './Conversation.tsx';
import styles from './CustomerChat.module.css';
import type { ConversationFiles } from './slots.ts';

function watch(listener: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', listener);
  return () => visualViewport?.removeEventListener('resize', listener);
}

/** Height of the screen above the keyboard of a phone, pixels; null in a browser without `visualViewport`. */
const useVisibleHeight = (): number | null =>
  useSyncExternalStore(
    watch,
    () => window.visualViewport?.height ?? null,
    () => null,
  );

type NewChatValues = { patientName: string; initialMessage: string };

const DRAFT = 'new-consultation';
const ATTEMPT = 'new-consultation-attempt';

/** The draft of a request, stored on the device until it is sent. */
function readNewChat(personId: string, name: string): NewChatValues {
  const { patientName, initialMessage } = readValues(readStored(personId, DRAFT));
  return { patientName: patientName ?? name, initialMessage: initialMessage ?? '' };
}

function storeNewChat(personId: string, values: NewChatValues): void {
  store(personId, DRAFT, values);
}

function clearNewChat(personId: string): void {
  store(personId, DRAFT, null);
  store(personId, ATTEMPT, null);
}

/** The same key for the same request, even after a reload: sent again after a lost response, it is stored once. */
function keyOfAttempt(personId: string, values: NewChatValues): string {
  const stored = readStored(personId, ATTEMPT);
  const before = readValues(stored);
  const isSame = before.patientName === values.patientName && before.initialMessage === values.initialMessage;
  const { key } = (stored ?? {}) as { key?: unknown };
  if (isSame && typeof key === 'string') return key;
  const fresh = randomName();
  store(personId, ATTEMPT, { ...values, key: fresh });
  return fresh;
}

function readValues(stored: unknown): Partial<NewChatValues> {
  const { patientName, initialMessage } = (stored ?? {}) as Partial<Record<keyof NewChatValues, unknown>>;
  return {
    ...(typeof patientName === 'string' && { patientName }),
    ...(typeof initialMessage === 'string' && { initialMessage }),
  };
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
function NewChat({ user, onStarted }: Props) {
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

type ChatListProps = { onOpen: (id: string) => void; onNew: () => void };

/** The customer's consultations, most recent first. */
function ChatList({ onOpen, onNew }: ChatListProps) {
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

type CustomerChatProps = {
  /** `list`, `new`, or the id of a consultation. */
  view: string;
  onShow: (view: string) => void;
  files: ConversationFiles;
};

/** The customer's chat: its list, a new request, or a conversation. */
export function CustomerChat({ view, onShow, files }: CustomerChatProps) {
  const { user } = useSession();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  const height = useVisibleHeight();
  useEffect(() => {
    // The button that had the focus was unmounted with the former view.
    if (shown.current !== view && document.activeElement === document.body) place.current?.focus();
    shown.current = view;
  }, [view]);

  if (user === null) return null;
  const startNew = () => onShow('new');
  const isOpen = view !== 'list' && view !== 'new';
  const back = <BackButton label="Mes consultations" onClick={() => onShow('list')} />;
  return (
    <div
      ref={place}
      className={styles.place}
      data-header={view !== 'list' || undefined}
      style={height === null ? undefined : ({ '--visible-height': `${height}px` } as CSSProperties)}
      tabIndex={-1}
    >
      {view === 'list' ? <ChatList onOpen={onShow} onNew={startNew} /> : null}
      {view === 'new' ? (
        <>
          <HeaderRow back={back}>
            <HeaderTitle title="Nouvelle consultation" />
          </HeaderRow>
          <NewChat user={user} onStarted={onShow} />
        </>
      ) : null}
      {isOpen ? (
        <div className={styles.conversation}>
          <Conversation
            chatId={view}
            back={back}
            files={files}
            next={
              <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={startNew}>
                Nouvelle consultation
              </Button>
            }
          />
        </div>
      ) : null}
    </div>
  );
}
