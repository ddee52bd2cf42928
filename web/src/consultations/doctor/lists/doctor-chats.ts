import type { Chat, ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';

/** The lists of a doctor, as the server sends them. */
export type DoctorChats = ResponseBody<typeof consultationEndpoints.listDoctorChats>;

type NewRequest = Pick<ChatSummary, 'chatId' | 'patientName' | 'initialMessage'>;

/** Adds a request as the last one. One that is already listed is not added again. */
export function withRequest(chats: DoctorChats, request: NewRequest, now: Date): DoctorChats {
  const isKnown = [...chats.pendingRequests, ...chats.activeChats].some(({ _id }) => _id === request.chatId);
  if (isKnown) return chats;
  return { ...chats, pendingRequests: [...chats.pendingRequests, summaryOf(request, now)] };
}

export function withoutRequest(chats: DoctorChats, id: string): DoctorChats {
  return { ...chats, pendingRequests: chats.pendingRequests.filter(({ _id }) => _id !== id) };
}

/** Moves a request to the doctor's consultations. */
export function withAccepted(chats: DoctorChats, { messages: _, ...accepted }: Chat): DoctorChats {
  const others = chats.activeChats.filter(({ _id }) => _id !== accepted._id);
  return { ...withoutRequest(chats, accepted._id), activeChats: [accepted, ...others] };
}

/** The fields that a doctor reads of a request (rule 28). */
function summaryOf({ chatId, patientName, initialMessage }: NewRequest, now: Date): ChatSummary {
  const createdAt = now.toISOString();
  return {
    _id: chatId,
    chatId,
    patientId: null,
    patientName,
    patientPhone: null,
    patientEmail: null,
    doctorId: null,
    doctorName: null,
    status: 'pending',
    createdAt,
    acceptedAt: null,
    completedAt: null,
    initialMessage,
    lastSeq: 1,
    unread: 0,
    lastMessage: {
      seq: 1,
      senderType: 'patient',
      content: initialMessage,
      timestamp: createdAt,
      hasFile: false,
    },
    allowedActions: ['accept'],
  };
}
