import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { ActionIcon, Anchor, Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPhone } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { formatPhone, telephoneUrl } from '../lib/format.ts';
import { toast } from '../lib/toast.tsx';
import { useOnline } from '../lib/use-online.ts';
import { useSession } from '../session/session-context.ts';
import { QueryState } from '../ui/feedback.tsx';
import { useInterruption } from '../ui/live-notice.tsx';
import { type LoadedChat, useAvailability } from './api.ts';
import { Composer, useComposerDraft } from './Composer.tsx';
import styles from './conversation.module.css';
import { MessageLog } from './MessageLog.tsx';
import { AttachedFile } from './MessageRow.tsx';
import { useOutbox } from './outbox.ts';
import { useConversation, useMarkRead, useTyping } from './use-conversation.ts';
import '@mantine/core/styles/ActionIcon.layer.css';

type BackButtonProps = {
  label: string;
  onClick: () => void;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** Returns from a conversation to the list; shown before the name in the header. */
export function BackButton({ label, onClick, className = '', ref }: BackButtonProps) {
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

/** The back button, with a title beside it. */
export function HeaderRow({ back, children }: { back: ReactNode; children?: ReactNode }) {
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

type ParticipantProps = {
  chat: LoadedChat['chat'];
  /** The participant who reads it. */
  own: SenderType;
  actions: ReactNode;
};

/** The other participant’s name and telephone, the state of the consultation, and its actions. */
function Participant({ chat, own, actions }: ParticipantProps) {
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

/** Calls the customer: shown as the number, on a phone as an icon. */
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

/** The message that was being written when the consultation ended. */
function NotSent({ personId, chatId }: { personId: string; chatId: string }) {
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
      {file === null ? null : <AttachedFile fileKey={file} />}
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

/** The number shown until the server's is loaded: calls to it are free of charge on every mobile network. */
const USUAL_NUMBER = '112';

/** Says where to call or go in an emergency instead of waiting for a doctor. */
export function EmergencyLine() {
  const number = useAvailability().data?.emergencyNumber ?? USUAL_NUMBER;
  return (
    <Text size="xs" c="dimmed" m={0}>
      En cas d’urgence, appelez le{' '}
      <Anchor href={`tel:${number.replace(/[^\d+]/g, '')}`} inherit fw={600}>
        {number}
      </Anchor>{' '}
      ou allez aux urgences
    </Text>
  );
}

type Props = {
  chatId: string;
  /** Before the name: the button that leads back to the list. */
  back?: ReactNode;
  /** Buttons beside the name. */
  actions?: ReactNode;
  /** Shown in place of the input once the consultation has ended. */
  next?: ReactNode;
};

/** A consultation with its messages, for its patient or its doctor. It fills the height of its container. */
export function Conversation(props: Props) {
  const { user } = useSession();
  if (user === null) return null;
  return <ConversationOf key={`${user._id} ${props.chatId}`} user={user} {...props} />;
}

function ConversationOf({ user, chatId, back, actions, next }: Props & { user: User }) {
  const own = user.type === 'partnerDoctor' ? 'doctor' : 'patient';
  const { query, older } = useConversation(chatId);
  const { unsent, add, retry, remove } = useOutbox(user._id, chatId);
  const markRead = useMarkRead(chatId);
  const typing = useTyping(chatId, own);

  if (query.data === undefined) {
    return (
      <section className={styles.conversation} aria-label="Consultation">
        <HeaderRow back={back} />
        <QueryState query={query} message="Impossible de charger la conversation" rows={4} height={64} />
        {unsent.length === 0 ? null : <p className={styles.kept}>{unsentText(unsent.length)}</p>}
      </section>
    );
  }
  const { chat, messages } = query.data;
  const other = own === 'doctor' ? chat.patientName : chat.doctorName;
  return (
    <section className={styles.conversation} aria-label="Consultation">
      <HeaderRow back={back}>
        <Participant chat={chat} own={own} actions={actions} />
      </HeaderRow>
      <MessageLog
        messages={messages}
        unsent={unsent}
        own={own}
        unread={chat.unread}
        older={older}
        onRead={markRead}
        onRetry={retry}
        onRemove={remove}
      />
      <div className={styles.typing}>{typing.isTyping ? `${other ?? ''} écrit…` : null}</div>
      {chat.status === 'completed' ? (
        <div className={styles.closed}>
          <p>Cette consultation est terminée.</p>
          <NotSent personId={user._id} chatId={chatId} />
          {next}
        </div>
      ) : (
        <Composer
          personId={user._id}
          chatId={chatId}
          closed={closedText(chat)}
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
