import type { ChatMessage, SenderType } from '@amasin/domain/consultations/consultation.ts';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, useEffect, useMemo, useRef } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { RetryLine } from '../../ui/feedback.tsx';
import type { ConversationFiles } from '../conversation/slots.ts';
import type { useConversation } from '../conversation/use-conversation.ts';
import type { Outgoing } from '../sending/outbox.ts';
import { nameDay } from './day.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './messages.module.css';
import { toRows } from './rows.ts';
import { usePageVisible } from './use-page-visible.ts';
import { useScroll } from './use-scroll.ts';

type Props = {
  messages: readonly ChatMessage[];
  unsent: readonly Outgoing[];
  own: SenderType;
  /** How many messages the server counts as not read. */
  unread: number;
  older: ReturnType<typeof useConversation>['older'];
  files: ConversationFiles;
  onRead: (seq: number) => void;
  onRetry: (clientMessageId: string) => void;
  onRemove: (clientMessageId: string) => void;
};

/** The messages, in a box that scrolls. */
export function MessageLog(props: Props) {
  const { messages, unsent, own, unread, older, files, onRead, onRetry, onRemove } = props;
  const now = useNow();
  const rows = useMemo(() => toRows(messages, unsent), [messages, unsent]);
  const first = messages[0]?.seq ?? 1;
  const last = rows.at(-1);
  const hasOlder = first > 1 && !older.isComplete;
  const loadOlder = () => {
    if (hasOlder && !older.isLoading) older.load();
  };
  const isOwn = last !== undefined && (last.message === null || last.message.senderType === own);
  const { box, onScroll, isAtEnd, hasNew, toEnd } = useScroll({
    first,
    rows,
    isOwn,
    onStart: () => !older.isFailed && loadOlder(),
  });
  useReading({ messages, own, unread, isAtEnd, onRead });

  return (
    <div className={styles.messages}>
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-label="Messages"
        aria-busy={older.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {hasOlder ? (
          <div className={styles.older}>
            {older.isFailed ? (
              <RetryLine
                problem="Les messages plus anciens n’ont pas pu être chargés."
                onRetry={loadOlder}
                retrying={older.isLoading}
              />
            ) : (
              <Button variant="subtle" onClick={loadOlder} loading={older.isLoading}>
                Messages plus anciens
              </Button>
            )}
          </div>
        ) : null}
        {rows.map((row) => (
          <Fragment key={row.key}>
            {row.startsDay ? <div className={styles.day}>{nameDay(row.at, now)}</div> : null}
            <MessageRow row={row} own={own} files={files} onRetry={onRetry} onRemove={onRemove} />
          </Fragment>
        ))}
      </div>
      {hasNew ? (
        <Button
          className={styles.newest}
          leftSection={<IconArrowDown size={18} aria-hidden="true" />}
          onClick={toEnd}
        >
          Nouveaux messages
        </Button>
      ) : null}
    </div>
  );
}

type Reading = Pick<Props, 'messages' | 'own' | 'unread' | 'onRead'> & { isAtEnd: boolean };

/** Reports the newest message of the other participant as read, once the end of the log and the page are visible. */
function useReading({ messages, own, unread, isAtEnd, onRead }: Reading): void {
  const isVisible = usePageVisible();
  const newest = messages.findLast(({ senderType }) => senderType !== own)?.seq ?? 0;
  const read = useRef(unread === 0 ? newest : 0);
  const report = useRef(onRead);
  report.current = onRead;
  useEffect(() => {
    if (!isAtEnd || !isVisible || newest <= read.current) return;
    read.current = newest;
    report.current(newest);
  }, [isAtEnd, isVisible, newest]);
}
