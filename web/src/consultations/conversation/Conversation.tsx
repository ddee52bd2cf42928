import type { User } from '@amasin/domain/users/user.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../../session/session-context.ts';
import { QueryState } from '../../ui/feedback.tsx';
import type { LoadedChat } from '../api.ts';
import { EmergencyLine } from '../EmergencyLine.tsx';
import { MessageLog } from '../messages/MessageLog.tsx';
import { Composer } from '../sending/Composer.tsx';
import { useOutbox } from '../sending/use-outbox.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import styles from './conversation.module.css';
import { NotSent } from './NotSent.tsx';
import type { ConversationFiles } from './slots.ts';
import { useConversation, useMarkRead } from './use-conversation.ts';
import { useTyping } from './use-typing.ts';

type Props = {
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
export function Conversation(props: Props) {
  const { user } = useSession();
  if (user === null) return null;
  return <ConversationOf key={`${user._id} ${props.chatId}`} user={user} {...props} />;
}

function ConversationOf({ user, chatId, onClosed, back, actions, next, files }: Props & { user: User }) {
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
