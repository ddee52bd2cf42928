import type { Chat, ChatMessage, ChatSummary } from '@amasin/domain/consultations/consultation.ts';

export const CHAT_ID = '0198a000-0000-7000-8000-0000000000e1';

/** A message of the doctor, with changes; `_id` is derived from `seq`. */
export function aMessage(seq: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    _id: `0198a000-0000-7000-8000-0000001${String(seq).padStart(5, '0')}`,
    seq,
    clientMessageId: null,
    senderType: 'doctor',
    senderId: '0198a000-0000-7000-8000-000000000042',
    senderName: 'Aïcha Kora',
    content: `Message ${seq}`,
    timestamp: '2026-11-20T09:05:00.000Z',
    status: 'sent',
    file: null,
    prescriptionNumber: null,
    ...changes,
  };
}

/** The first message of the patient. */
export const firstMessage = aMessage(1, {
  senderType: 'patient',
  senderId: '0198a000-0000-7000-8000-000000000001',
  senderName: 'Afi Dossou',
  content: 'Bonjour docteur',
});

/** An active consultation of Afi Dossou with Aïcha Kora, as its patient sees it in a list. */
export function aChatSummary(changes: Partial<ChatSummary> = {}): ChatSummary {
  return {
    _id: CHAT_ID,
    chatId: CHAT_ID,
    patientId: '0198a000-0000-7000-8000-000000000001',
    patientName: 'Afi Dossou',
    patientPhone: '+2290197000001',
    patientEmail: null,
    doctorId: '0198a000-0000-7000-8000-000000000042',
    doctorName: 'Aïcha Kora',
    status: 'active',
    createdAt: '2026-11-20T09:00:00.000Z',
    acceptedAt: '2026-11-20T09:02:00.000Z',
    completedAt: null,
    initialMessage: 'Bonjour docteur',
    lastSeq: 1,
    unread: 0,
    lastMessage: {
      seq: 1,
      senderType: 'patient',
      content: 'Bonjour docteur',
      timestamp: '2026-11-20T09:00:00.000Z',
      hasFile: false,
    },
    allowedActions: ['send'],
    ...changes,
  };
}

/** A request that no doctor has accepted. */
export const pendingChat = {
  status: 'pending',
  doctorId: null,
  doctorName: null,
  acceptedAt: null,
  allowedActions: [],
} as const satisfies Partial<ChatSummary>;

/** The response of GET /chat/{id} from a server that stores these messages. */
export function chatOf(
  stored: readonly ChatMessage[],
  { after, before }: Record<string, string | undefined> = {},
  changes: Partial<ChatSummary> = {},
): { success: true; chat: Chat } {
  const messages =
    after !== undefined
      ? stored.filter(({ seq }) => seq > Number(after)).slice(0, 200)
      : stored.filter(({ seq }) => seq < Number(before ?? Number.POSITIVE_INFINITY)).slice(-50);
  const chat = aChatSummary({ lastSeq: stored.at(-1)?.seq ?? 0, ...changes });
  return { success: true, chat: { ...chat, allowedActions: [...chat.allowedActions], messages } };
}
