import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useSession } from '../../session/session-context.ts';
import { BackButton } from '../conversation/BackButton.tsx';
import { Conversation } from '../conversation/Conversation.tsx';
import { HeaderRow, HeaderTitle } from '../conversation/ConversationHeader.tsx';
import type { ConversationFiles } from '../conversation/slots.ts';
import { ChatList } from './ChatList.tsx';
import styles from './customer.module.css';
import { NewChat } from './NewChat.tsx';
import { useVisibleHeight } from './use-visible-height.ts';

type Props = {
  /** `list`, `new`, or the id of a consultation. */
  view: string;
  onShow: (view: string) => void;
  files: ConversationFiles;
};

/** The customer's chat: its list, a new request, or a conversation. */
export function CustomerChat({ view, onShow, files }: Props) {
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
