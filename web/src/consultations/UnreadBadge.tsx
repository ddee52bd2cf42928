import { VisuallyHidden } from '@mantine/core';
import { countOf } from '../lib/format.ts';
import { useSession } from '../session/session-context.ts';
import { usePatientChats } from './api.ts';
import { useOutbox } from './outbox.ts';
import styles from './UnreadBadge.module.css';

const CAP = 9;

/**
 * How many messages of doctors the customer has not read. It is on every page of customers, so it also sends the
 * messages that were not sent during an earlier visit.
 */
export function UnreadBadge() {
  const { user } = useSession();
  return user === null ? null : <BadgeOf personId={user._id} />;
}

function BadgeOf({ personId }: { personId: string }) {
  useOutbox(personId, null);
  const unread = usePatientChats().rows.reduce((sum, chat) => sum + chat.unread, 0);
  if (unread === 0) return null;
  return (
    <>
      <span className={styles.badge} data-count={unread > CAP ? `${CAP}+` : unread} aria-hidden="true" />
      <VisuallyHidden>{`, ${countOf(unread, 'message non lu', 'messages non lus')}`}</VisuallyHidden>
    </>
  );
}
