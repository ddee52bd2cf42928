import { presentMessage } from '../../consultations/present.ts';
import { type AnnouncedMessage, findAnnouncedMessages } from '../../consultations/queries.ts';
import type { SystemCtx } from '../../ctx.ts';
import { type Change, chatRoom, personRoom, typeRoom } from '../audience.ts';
import type { LiveServer } from '../types.ts';

/**
 * Tells the sockets of this process about new messages of consultations. Requests, acceptances and completions are
 * messages too: the patient's first one, and system lines.
 */
export async function tellMessages(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
): Promise<void> {
  const ids = changes.flatMap(({ id }) => id ?? []);
  if (ids.length === 0 || io.sockets.sockets.size === 0) return;
  for (const message of await findAnnouncedMessages(ctx.db, ids)) tellMessage(io, message);
}

function tellMessage(io: LiveServer, announced: AnnouncedMessage): void {
  const { consultation, first, doctorName, message } = announced;
  const { id: chatId, patientId, patientName, doctorId } = consultation;
  const doctors = io.local.to(typeRoom('partnerDoctor'));
  const both = io.local.to([personRoom(patientId), ...(doctorId === null ? [] : [personRoom(doctorId)])]);

  if (message.seq > 1) {
    const reader = { _id: patientId, type: 'customer' as const };
    io.local
      .to(chatRoom(chatId))
      .emit('newMessage', { chatId, message: presentMessage(announced, announced, reader) });
  }
  if ((message.seq === 1 || message.line === 'offered') && doctorId === null) {
    doctors.emit('newChatRequest', { chatId, patientName, initialMessage: first.content });
  }
  if (message.line === 'accepted' && doctorId !== null) {
    both.emit('chatAccepted', { chatId, doctorName: doctorName ?? '', doctorId });
    doctors.except(personRoom(doctorId)).emit('chatTaken', { chatId });
  }
  if (message.line === 'completed' || message.line === 'closed') {
    both.emit('chatCompleted', { chatId, doctorName: doctorName ?? '' });
    io.local.socketsLeave(chatRoom(chatId));
  }
}

/** Withdraws a pending request that was deleted because its patient’s account was deactivated or removed. */
export function tellWithdrawn(io: LiveServer, { id }: Change): void {
  if (id !== null) io.local.to(typeRoom('partnerDoctor')).emit('chatTaken', { chatId: id });
}

/** `people` names who is typing. */
export function tellTyping(io: LiveServer, { id, people }: Change): void {
  if (id === null) return;
  io.local.to(chatRoom(id)).except(people.map(personRoom)).emit('typing', { chatId: id });
}
