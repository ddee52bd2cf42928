import type { ChatMessage, SenderType } from '@amasin/domain/consultations/consultation.ts';
import { onceUsed, TIME_ZONE } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { formatDay } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { RetryLine } from '../ui/feedback.tsx';
import { withoutSent } from './api.ts';
import { type ConversationRow, MessageRow } from './MessageRow.tsx';
import styles from './messages.module.css';
import type { Outgoing } from './outbox.ts';
import type { useConversation } from './use-conversation.ts';

const dayKey = onceUsed(() => new Intl.DateTimeFormat('fr-CA', { dateStyle: 'short', timeZone: TIME_ZONE }));

/** The date in Benin at this time: `2026-11-20`. */
const dayOf = (at: Date): string => dayKey().format(at);

/** « Aujourd’hui », « Hier », else the date. */
export function nameDay(at: Date, now: Date): string {
  if (dayOf(at) === dayOf(now)) return 'Aujourd’hui';
  // Benin has no daylight saving time: a day is always 24 hours.
  if (dayOf(at) === dayOf(new Date(now.getTime() - DAY_MS))) return 'Hier';
  return formatDay(at, now);
}

/** A line of the system that follows itself, such as a request that is offered again, is shown once. */
const isLastOfItsKind = (message: ChatMessage, at: number, messages: readonly ChatMessage[]) =>
  message.senderType !== 'system' ||
  messages[at + 1]?.senderType !== 'system' ||
  messages[at + 1]?.content !== message.content;

/** The messages, then those that are not sent yet. */
function toRows(messages: readonly ChatMessage[], unsent: readonly Outgoing[]): readonly ConversationRow[] {
  let day: string | null = null;
  const startsDay = (at: Date) => {
    const before = day;
    day = dayOf(at);
    return day !== before;
  };
  return [
    ...messages.filter(isLastOfItsKind).map((message) => {
      const at = new Date(message.timestamp);
      const key = message.clientMessageId ?? message._id;
      return { key, at, startsDay: startsDay(at), message, outgoing: null };
    }),
    ...withoutSent(unsent, messages).map((outgoing) => {
      const at = new Date(outgoing.at);
      return { key: outgoing.clientMessageId, at, startsDay: startsDay(at), message: null, outgoing };
    }),
  ];
}

function watch(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether the page is visible: false in a background tab. */
const usePageVisible = (): boolean =>
  useSyncExternalStore(
    watch,
    () => document.visibilityState === 'visible',
    () => true,
  );

/** Within this distance from the end the newest message counts as visible, pixels. */
const END_PX = 48;
/** Older messages load when this much is left above, pixels. */
const START_PX = 160;

type Input = {
  /** Number of the first loaded message: it decreases when older ones are added. */
  first: number;
  /** A new message changes the key of the last row. A failed one makes its row higher, with the same key. */
  rows: readonly { readonly key: string }[];
  /** The last row is by this person. */
  isOwn: boolean;
  onStart: () => void;
};

/**
 * Scrolls to new messages when the end is visible, and otherwise sets `hasNew`. Messages added above do not move the
 * visible ones.
 */
function useScroll({ first, rows, isOwn, onStart }: Input) {
  const box = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const before = useRef<{ first: number; last?: string | undefined; height: number }>({ first, height: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    wasAtEnd.current = true;
    setAtEnd(true);
    setHasNew(false);
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const last = rows.at(-1)?.key;
    const { first: firstBefore, last: lastBefore, height } = before.current;
    before.current = { first, last, height: element.scrollHeight };
    if (lastBefore === undefined || wasAtEnd.current || (last !== lastBefore && isOwn)) toEnd();
    else if (first < firstBefore) element.scrollTop += element.scrollHeight - height;
    else if (last !== lastBefore) setHasNew(true);
  }, [first, rows, isOwn, toEnd]);

  // The height changes with the keyboard of a phone, the input, or a picture that opens.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      before.current.height = element.scrollHeight;
      if (wasAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    wasAtEnd.current = left < END_PX;
    before.current.height = element.scrollHeight;
    setAtEnd(wasAtEnd.current);
    if (wasAtEnd.current) setHasNew(false);
    if (element.scrollTop < START_PX) onStart();
  };
  return { box, onScroll, isAtEnd, hasNew, toEnd };
}

type MessageLogProps = {
  messages: readonly ChatMessage[];
  unsent: readonly Outgoing[];
  own: SenderType;
  /** How many messages the server counts as not read. */
  unread: number;
  older: ReturnType<typeof useConversation>['older'];
  onRead: (seq: number) => void;
  onRetry: (clientMessageId: string) => void;
  onRemove: (clientMessageId: string) => void;
};

/** The messages, in a box that scrolls. */
export function MessageLog(props: MessageLogProps) {
  const { messages, unsent, own, unread, older, onRead, onRetry, onRemove } = props;
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
            <MessageRow row={row} own={own} onRetry={onRetry} onRemove={onRemove} />
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

type Reading = Pick<MessageLogProps, 'messages' | 'own' | 'unread' | 'onRead'> & { isAtEnd: boolean };

/** Reports the newest message of the other participant as read, once the end of the log and the page are visible. */
function useReading({ messages, own, unread, isAtEnd, onRead }: Reading): void {
  const isVisible = usePageVisible();
  const newest = messages.filter(({ senderType }) => senderType !== own).at(-1)?.seq ?? 0;
  const read = useRef(unread === 0 ? newest : 0);
  const report = useRef(onRead);
  report.current = onRead;
  useEffect(() => {
    if (!isAtEnd || !isVisible || newest <= read.current) return;
    read.current = newest;
    report.current(newest);
  }, [isAtEnd, isVisible, newest]);
}
