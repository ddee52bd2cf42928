import { countOf } from '../../lib/format.ts';
import { CountBadge } from '../../ui/badges.tsx';
import { useDoctorChats, useRequestEvents } from './api.ts';

/** The number of pending requests and unread messages; nothing without any. */
export function ConsultationsBadge() {
  useRequestEvents();
  const { data } = useDoctorChats();
  const requests = data?.pendingRequests.length ?? 0;
  const unread = data?.activeChats.reduce((sum, chat) => sum + chat.unread, 0) ?? 0;
  const labels = [
    ...(requests > 0 ? [`${countOf(requests, 'demande')} en attente`] : []),
    ...(unread > 0 ? [countOf(unread, 'message non lu', 'messages non lus')] : []),
  ];
  if (labels.length === 0) return null;
  return <CountBadge count={requests + unread} label={`, ${labels.join(', ')}`} />;
}
