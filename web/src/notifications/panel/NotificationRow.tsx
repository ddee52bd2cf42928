import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { countOf, formatMoment } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { formatAge } from './format-age.ts';
import styles from './panel.module.css';

type Props = {
  notification: Notification;
  /** The link replaces the panel's own URL in the history. */
  replacing: boolean;
  onRead: () => void;
  onLeave: () => void;
};

/**
 * One notification: a click marks it as read, and follows its link. What was said of the same order before unfolds below it.
 */
export function NotificationRow({ notification, replacing, onRead, onLeave }: Props) {
  const { title, message, isRead, createdAt, link, earlier } = notification;
  const now = useNow();
  const moment = new Date(createdAt);
  const content = (
    <>
      <span className={styles.title}>
        {isRead ? null : <VisuallyHidden>Non lue : </VisuallyHidden>}
        <span>{title}</span>
      </span>
      {message === '' ? null : <span className={styles.message}>{message}</span>}
      <time className={styles.age} dateTime={createdAt} title={formatMoment(moment, now)}>
        {formatAge(moment, now)}
      </time>
    </>
  );
  const read = () => {
    if (!isRead) onRead();
  };
  const shared = { className: `${styles.row}`, 'data-unread': !isRead || undefined };
  const leave = () => {
    read();
    onLeave();
  };
  return (
    <>
      {link === null ? (
        // Not `disabled` once read: it would lose the focus.
        <UnstyledButton {...shared} onClick={read} aria-disabled={isRead || undefined}>
          {content}
        </UnstyledButton>
      ) : (
        <Link {...shared} to={link} replace={replacing} onClick={leave}>
          {content}
        </Link>
      )}
      {earlier.length === 0 ? null : <Earlier sentences={earlier} now={now} />}
    </>
  );
}

function Earlier({ sentences, now }: { sentences: Notification['earlier']; now: Date }) {
  return (
    <details className={styles.earlier}>
      <summary className={styles.summary}>
        {countOf(sentences.length, 'message plus ancien', 'messages plus anciens')}
      </summary>
      <ul className={styles.sentences}>
        {sentences.map(({ title, message, createdAt }) => (
          <li key={`${createdAt} ${title}`}>
            <span>{message === '' ? title : message}</span>{' '}
            <time className={styles.age} dateTime={createdAt}>
              {formatAge(new Date(createdAt), now)}
            </time>
          </li>
        ))}
      </ul>
    </details>
  );
}
