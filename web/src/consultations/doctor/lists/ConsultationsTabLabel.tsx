import { countOf } from '../../../lib/format/money.ts';
import styles from './ConsultationsTabLabel.module.css';
import { CountBadge } from './CountBadge.tsx';
import { useDoctorChats, useRequestEvents } from './use-doctor-chats.ts';

/** « Consultations », with the number of pending requests and unread messages. */
export function ConsultationsTabLabel() {
  useRequestEvents();
  const { data } = useDoctorChats();
  const requests = data?.pendingRequests.length ?? 0;
  const unread = data?.activeChats.reduce((sum, chat) => sum + chat.unread, 0) ?? 0;
  const labels = [
    ...(requests > 0 ? [`${countOf(requests, 'demande')} en attente`] : []),
    ...(unread > 0 ? [countOf(unread, 'message non lu', 'messages non lus')] : []),
  ];
  return (
    <span className={styles.tab}>
      Consultations
      {labels.length > 0 ? <CountBadge count={requests + unread} label={` ${labels.join(', ')}`} /> : null}
    </span>
  );
}
