import { countOf } from '../../../lib/format/money.ts';
import styles from './ConsultationsTabLabel.module.css';
import { CountDisc } from './CountDisc.tsx';
import { useDoctorChats, useRequestEvents } from './use-doctor-chats.ts';

/** « Consultations », with what waits for the doctor: requests and unread messages. */
export function ConsultationsTabLabel() {
  useRequestEvents();
  const { data } = useDoctorChats();
  const requests = data?.pendingRequests.length ?? 0;
  const unread = data?.activeChats.reduce((sum, chat) => sum + chat.unread, 0) ?? 0;
  const words = [
    ...(requests > 0 ? [`${countOf(requests, 'demande')} en attente`] : []),
    ...(unread > 0 ? [countOf(unread, 'message non lu', 'messages non lus')] : []),
  ];
  return (
    <span className={styles.tab}>
      Consultations
      {words.length > 0 ? <CountDisc count={requests + unread} words={` ${words.join(', ')}`} /> : null}
    </span>
  );
}
