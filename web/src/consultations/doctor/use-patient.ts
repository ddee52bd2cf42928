import { useDoctorChats } from './lists/use-doctor-chats.ts';

/**
 * The patient of a consultation in which the doctor may prescribe; null if there is none, undefined until the lists are
 * loaded. `draft` identifies the consultation.
 */
export function usePatient(chatId: string | null) {
  const { data, isPending } = useDoctorChats();
  if (chatId === null) return null;
  const chat = data?.activeChats.find(({ _id }) => _id === chatId);
  if (chat === undefined) return isPending ? undefined : null;
  if (!chat.allowedActions.includes('prescribe')) return null;
  return { draft: chat._id, name: chat.patientName, phone: chat.patientPhone };
}
