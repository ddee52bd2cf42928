import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPhone } from '@tabler/icons-react';
import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { emitLive, onLive } from '../lib/live.ts';
import '@mantine/core/styles/ActionIcon.layer.css';
import { formatClock } from '@amasin/domain/contract/format.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { formatPhone, telephoneUrl } from '../lib/format.ts';
import { toast } from '../lib/toast.tsx';
import { useOnline } from '../lib/use-online.ts';
import { useSession } from '../session/session-context.ts';
import { useInterruption } from '../ui/connection.tsx';
import { QueryState } from '../ui/feedback.tsx';
import type { LoadedChat } from './api.ts';
import { EmergencyLine } from './ChatStateBadge.tsx';
import { Composer, useComposerDraft } from './Composer.tsx';
import styles from './conversation.module.css';
import { AttachedFile, MessageLog } from './messages.tsx';
import { useOutbox } from './outbox.ts';
import type { ConversationFiles } from './slots.ts';
import { useConversation, useMarkRead } from './use-conversation.ts';

/** « écrit… » disappears after this time without a `typing` event, ms. */
const SHOWN_MS = 5000;
/** At most one `typing` event is emitted in this time, ms. */
const EVERY_MS = 3000;

/** @returns whether the other participant is writing; and what to call when the user writes */
function useTyping(chatId: string, own: SenderType) {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const stop = [
      onLive('typing', ({ chatId: id }) => {
        if (id !== chatId) return;
        clearTimeout(timer);
        timer = setTimeout(end, SHOWN_MS);
        setTyping(true);
      }),
      onLive('newMessage', ({ chatId: id, message }) => {
        if (id === chatId && message.senderType !== own) end();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const each of stop) each();
    };
  }, [chatId, own]);

  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const tell = useCallback(() => {
    if (performance.now() - toldAt.current < EVERY_MS) return;
    toldAt.current = performance.now();
    emitLive('typing', { chatId }).catch(() => null);
  }, [chatId]);
  return { isTyping, tell };
}

type Props = {
  label: string;
  onClick: () => void;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** Returns from a conversation to the list; shown before the name in the header. */
export function BackButton({ label, onClick, className = '', ref }: Props) {
  return (
    <ActionIcon
      ref={ref}
      className={`${styles.back} ${className}`}
      variant="subtle"
      size={44}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconArrowLeft size={22} aria-hidden="true" />
    </ActionIcon>
  );
}

type Known = { chat: LoadedChat['chat']; own: SenderType; actions: ReactNode };

/** The other participant’s name and telephone, the state of the consultation, and its actions. */
function ConversationHeader({ back, ...known }: { back: ReactNode } & (Known | { chat?: never })) {
  return <HeaderRow back={back}>{known.chat === undefined ? null : <KnownHeader {...known} />}</HeaderRow>;
}

/** The back button, with a title beside it. */
export function HeaderRow({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.header}>
      {back}
      {children}
    </div>
  );
}

type TitleProps = { title: string; order?: 2 | 3; children?: ReactNode };

/** The title of a view, and its state below it. */
export function HeaderTitle({ title, order = 3, children }: TitleProps) {
  return (
    <div className={styles.person}>
      <Title order={order} size="h3" className={styles.name} title={title} translate="no">
        {title}
      </Title>
      {children}
    </div>
  );
}

function KnownHeader({ chat, own, actions }: Known) {
  const { status, patientName, patientPhone } = chat;
  const name = own === 'doctor' ? patientName : (chat.doctorName ?? 'En attente d’un médecin');
  return (
    <>
      {/* The customer’s heading is below the title of a dialog, the doctor’s on a page. */}
      <HeaderTitle title={name} order={own === 'doctor' ? 2 : 3}>
        <div className={styles.state} role="status">
          <StateText status={status} own={own} />
        </div>
      </HeaderTitle>
      {own === 'doctor' && patientPhone !== null ? (
        <CallLink phone={patientPhone} name={patientName} />
      ) : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {own === 'patient' && status === 'pending' ? (
        <Text size="xs" className={styles.note}>
          Votre message est gardé. La réponse vous est annoncée par notification et par SMS.
        </Text>
      ) : null}
    </>
  );
}

function StateText({ status, own }: { status: LoadedChat['chat']['status']; own: SenderType }) {
  const isOnline = useOnline();
  const interruptedSince = useInterruption();
  if (status === 'completed') return <Text size="xs">Consultation terminée</Text>;
  if (status === 'pending') return own === 'doctor' ? <Text size="xs">Demande en attente</Text> : null;
  // The notices of the page are behind the dialog.
  if (!isOnline) return <Text size="xs">Hors connexion</Text>;
  if (interruptedSince !== null)
    return <Text size="xs">{`Coupure depuis ${formatClock(new Date(interruptedSince))}`}</Text>;
  return (
    <Text size="xs" className={styles.online}>
      {own === 'doctor' ? 'Consultation en cours' : 'En ligne'}
    </Text>
  );
}

/** The number; on a phone an icon. */
function CallLink({ phone, name }: { phone: string; name: string }) {
  const url = telephoneUrl(phone);
  if (url === null) return null;
  const shown = formatPhone(phone);
  return (
    <a className={styles.call} href={url} aria-label={`Appeler ${name}, ${shown}`}>
      <IconPhone size={22} aria-hidden="true" />
      <span className={styles.number}>{shown}</span>
    </a>
  );
}

type NotSentProps = { personId: string; chatId: string; files: ConversationFiles };

/** What was being written when the consultation ended. */
function NotSent({ personId, chatId, files }: NotSentProps) {
  const { draft, clear } = useComposerDraft(personId, chatId);
  const { text, file } = draft;
  if (text.trim() === '' && file === null) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Message copié');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Sélectionnez le texte.');
    }
  };
  return (
    <section className={styles.notSent} aria-label="Non envoyé">
      <strong>Non envoyé</strong>
      {text.trim() === '' ? null : <p>{text}</p>}
      {file === null ? null : <AttachedFile fileKey={file} files={files} />}
      <div className={styles.actions}>
        {text.trim() === '' ? null : (
          <Button variant="default" onClick={() => void copy()}>
            Copier
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={clear}>
          Supprimer
        </Button>
      </div>
    </section>
  );
}

type ConversationProps = {
  chatId: string;
  /** Called when the consultation ends while it is open. */
  onClosed?: () => void;
  /** Before the name: the button that leads back to the list. */
  back?: ReactNode;
  /** Buttons beside the name. */
  actions?: ReactNode;
  /** What to do after the end, in place of the input. */
  next?: ReactNode;
  files: ConversationFiles;
};

/** A consultation with its messages, for its patient or its doctor. It fills the height of its container. */
export function Conversation(props: ConversationProps) {
  const { user } = useSession();
  if (user === null) return null;
  return <ConversationOf key={`${user._id} ${props.chatId}`} user={user} {...props} />;
}

function ConversationOf({
  user,
  chatId,
  onClosed,
  back,
  actions,
  next,
  files,
}: ConversationProps & { user: User }) {
  const own = user.type === 'partnerDoctor' ? 'doctor' : 'patient';
  const { query, older } = useConversation(chatId);
  const { unsent, add, retry, remove } = useOutbox(user._id, chatId);
  const markRead = useMarkRead(chatId);
  const typing = useTyping(chatId, own);
  useClosing(query.data?.chat.status, onClosed);

  if (query.data === undefined) {
    return (
      <section className={styles.conversation} aria-label="Consultation">
        <ConversationHeader back={back} />
        <QueryState query={query} message="Impossible de charger la conversation" rows={4} height={64} />
        {unsent.length === 0 ? null : <p className={styles.kept}>{unsentText(unsent.length)}</p>}
      </section>
    );
  }
  const { chat, messages } = query.data;
  const other = own === 'doctor' ? chat.patientName : chat.doctorName;
  return (
    <section className={styles.conversation} aria-label="Consultation">
      <ConversationHeader back={back} chat={chat} own={own} actions={actions} />
      <MessageLog
        messages={messages}
        unsent={unsent}
        own={own}
        unread={chat.unread}
        older={older}
        files={files}
        onRead={markRead}
        onRetry={retry}
        onRemove={remove}
      />
      <div className={styles.typing}>{typing.isTyping ? `${other ?? ''} écrit…` : null}</div>
      {chat.status === 'completed' ? (
        <div className={styles.closed}>
          <p>Cette consultation est terminée.</p>
          <NotSent personId={user._id} chatId={chatId} files={files} />
          {next}
        </div>
      ) : (
        <Composer
          personId={user._id}
          chatId={chatId}
          closed={closedText(chat)}
          files={files}
          onSend={(message) => add({ chatId, ...message })}
          onTyping={typing.tell}
        />
      )}
      {own === 'patient' ? (
        <div className={styles.emergency}>
          <EmergencyLine />
        </div>
      ) : null}
    </section>
  );
}

const unsentText = (count: number) =>
  count < 2 ? 'Votre message attend d’être envoyé.' : `${count} messages attendent d’être envoyés.`;

function closedText({ allowedActions, status }: LoadedChat['chat']): string | null {
  if (allowedActions.includes('send')) return null;
  return status === 'pending' ? 'En attente d’un médecin' : 'Vous ne pouvez pas écrire ici.';
}

function useClosing(status: string | undefined, onClosed: (() => void) | undefined): void {
  const before = useRef(status);
  const tell = useRef(onClosed);
  tell.current = onClosed;
  useEffect(() => {
    if (status === 'completed' && before.current !== undefined && before.current !== status) tell.current?.();
    before.current = status;
  }, [status]);
}
