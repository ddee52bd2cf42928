import type {
  Chat,
  ChatMessage,
  ChatSummary,
  SenderType,
} from '@amasin/domain/consultations/consultation.ts';
import { allowedChatActions } from '@amasin/domain/consultations/lifecycle.ts';
import { SYSTEM_NAME, type SystemLine, systemText } from '@amasin/domain/consultations/system-line.ts';
import type { Actor } from '../ctx.ts';
import type { Seen } from '../scopes/seen.ts';
import type { ConsultationView, MessageView } from './queries.ts';

type Reader = Pick<Actor, '_id' | 'type'>;

/** Whether a doctor reads a request that they have not accepted: name and first message only (rule 28). */
function isRequest({ consultation }: Pick<ConsultationView, 'consultation'>, reader: Reader): boolean {
  return reader.type === 'partnerDoctor' && consultation.doctorId !== reader._id;
}

const textOf = (message: { content: string; line: SystemLine | null }, doctorName: string | null) =>
  message.line === null ? message.content : systemText(message.line, doctorName);

function lastMessageOf(view: ConsultationView, asRequest: boolean): ChatSummary['lastMessage'] {
  const { consultation, first, last, doctorName } = view;
  if (asRequest) {
    const timestamp = consultation.createdAt.toISOString();
    return { seq: 1, senderType: 'patient', content: first.content, timestamp, hasFile: false };
  }
  return {
    seq: last.seq,
    senderType: last.senderType,
    content: textOf(last, doctorName),
    timestamp: last.createdAt.toISOString(),
    hasFile: last.fileKey !== null,
  };
}

/** Every field of a consultation that this reader receives in a list. */
export function presentConsultation(view: Seen<ConsultationView>, reader: Reader): ChatSummary {
  const { consultation: row, patient, doctorName, first, unread } = view;
  const asRequest = isRequest(view, reader);
  return {
    _id: row.id,
    chatId: row.id,
    patientId: asRequest ? null : row.patientId,
    patientName: row.patientName,
    patientPhone: asRequest ? null : patient.phone,
    patientEmail: asRequest ? null : patient.email,
    doctorId: row.doctorId,
    doctorName,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    initialMessage: first.content,
    lastSeq: asRequest ? 1 : row.lastSeq,
    unread: asRequest ? 0 : unread,
    lastMessage: lastMessageOf(view, asRequest),
    allowedActions: allowedChatActions(row, reader),
  };
}

/**
 * Adds messages to what `presentConsultation` returns. Messages stored after the consultation was read are left out: the line of an
 * acceptance would have no doctor.
 */
export function presentChat(
  view: Seen<ConsultationView>,
  messages: readonly MessageView[],
  reader: Reader,
): Chat {
  const summary = presentConsultation(view, reader);
  const known = messages.filter(({ message }) => message.seq <= summary.lastSeq);
  return {
    ...summary,
    messages: known.map((message) => presentMessage(view, message, reader)),
  };
}

/** Every field of a message that this reader receives. */
export function presentMessage(
  view: Pick<ConsultationView, 'consultation' | 'doctorName'>,
  { message: row, prescriptionNumber }: MessageView,
  reader: Reader,
): ChatMessage {
  const { consultation, doctorName } = view;
  const names: Readonly<Record<SenderType, string>> = {
    patient: consultation.patientName,
    doctor: doctorName ?? '',
    system: SYSTEM_NAME,
  };
  return {
    _id: row.id,
    seq: row.seq,
    clientMessageId: row.clientMessageId,
    senderType: row.senderType,
    senderId: isRequest(view, reader) ? null : row.senderId,
    senderName: names[row.senderType],
    content: textOf(row, doctorName),
    timestamp: row.createdAt.toISOString(),
    status: 'sent',
    file: row.fileKey,
    prescriptionNumber,
  };
}
