import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from 'react';
import { formatRecent } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { useSession } from '../session/session-context.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListState, MoreButton } from '../ui/listing.tsx';
import { usePatientChats } from './api.ts';
import styles from './ChatDialog.module.css';
import { ChatStateBadge } from './ChatStateBadge.tsx';
import { BackButton, Conversation, EmergencyLine, HeaderRow, HeaderTitle } from './Conversation.tsx';
import { NewChat } from './NewChat.tsx';

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

type ChatProps = {
  /** `list`, `new`, or the id of a consultation. */
  view: string;
  onShow: (view: string) => void;
};

/** The customer's chat: its list, a new request, or a conversation. */
function Chat({ view, onShow }: ChatProps) {
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

const titles: Readonly<Record<string, string>> = { list: 'Mes consultations', new: 'Nouvelle consultation' };

type Props = {
  /** As in `Chat`; null while it is closed. */
  view: string | null;
  onShow: (view: string) => void;
  opened: boolean;
  onClose: () => void;
};

/** The customer's chat on any page: 600 px high, or a whole phone screen. */
export function ChatDialog({ view, onShow, opened, onClose }: Props) {
  // The last view remains rendered while the dialog fades out.
  const last = useRef('list');
  last.current = view ?? last.current;
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={titles[last.current] ?? 'Consultation'}
      hasOwnHeader={last.current !== 'list'}
      hasForm
    >
      <Chat view={last.current} onShow={onShow} />
    </ResponsiveDialog>
  );
}
