import { recordReads } from '../../audit/recording/record-reads.ts';
import { presentMessage } from '../../consultations/present.ts';
import { type AnnouncedMessage, findAnnouncedMessages } from '../../consultations/queries.ts';
import type { SystemCtx } from '../../ctx.ts';
import { type Change, chatRoom, personRoom } from '../audience.ts';
import type { LiveServer } from '../types.ts';

/**
 * Tells the sockets of this process about new messages of consultations. Requests, acceptances and completions are
 * messages too: the patient's first one, and system lines.
 * @param doctors those who may see requests
 */
export async function tellMessages(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
  doctors: readonly string[],
): Promise<void> {
  const ids = changes.flatMap(({ id }) => id ?? []);
  if (ids.length === 0 || io.sockets.sockets.size === 0) return;
  const announced = await findAnnouncedMessages(ctx.db, ids);
  await recordRequests(ctx, announced.filter(isRequest), doctors);
  for (const message of announced) tellMessage(io, message, doctors);
}

const isRequest = ({ message, consultation }: AnnouncedMessage) =>
  (message.seq === 1 || message.line === 'offered') && consultation.doctorId === null;

/** Records that these doctors read the requests, before they are sent (rule 39). */
async function recordRequests(
  ctx: SystemCtx,
  requests: readonly AnnouncedMessage[],
  doctors: readonly string[],
): Promise<void> {
  const read = requests.map(({ consultation: { id, patientId } }) => ({ id, customerId: patientId }));
  if (read.length === 0) return;
  for (const _id of doctors) {
    await recordReads({ ...ctx, actor: { _id, type: 'partnerDoctor' } }, 'consultation', read);
  }
}

function tellMessage(io: LiveServer, announced: AnnouncedMessage, doctors: readonly string[]): void {
  const { consultation, first, doctorName, message } = announced;
  const { id: chatId, patientId, patientName, doctorId } = consultation;
  const both = io.local.to([personRoom(patientId), ...(doctorId === null ? [] : [personRoom(doctorId)])]);

  if (message.seq > 1) {
    const reader = { _id: patientId, type: 'customer' as const };
    io.local
      .to(chatRoom(chatId))
      .emit('newMessage', { chatId, message: presentMessage(announced, announced, reader) });
  }
  if (isRequest(announced)) {
    const request = { chatId, patientName, initialMessage: first.content };
    toAll(io, doctors)?.emit('newChatRequest', request);
  }
  if (message.line === 'accepted' && doctorId !== null) {
    both.emit('chatAccepted', { chatId, doctorName: doctorName ?? '', doctorId });
    const others = doctors.filter((id) => id !== doctorId);
    toAll(io, others)?.emit('chatTaken', { chatId });
  }
  if (message.line === 'completed' || message.line === 'closed') {
    both.emit('chatCompleted', { chatId, doctorName: doctorName ?? '' });
    io.local.socketsLeave(chatRoom(chatId));
  }
}

/** Withdraws pending requests that were deleted because their patient’s account was deactivated or removed. */
export function tellWithdrawn(io: LiveServer, changes: readonly Change[], doctors: readonly string[]): void {
  for (const { id } of changes) if (id !== null) toAll(io, doctors)?.emit('chatTaken', { chatId: id });
}

/** Null for nobody: without a room, an event would go to everybody. */
const toAll = (io: LiveServer, people: readonly string[]) =>
  people.length === 0 ? null : io.local.to(people.map(personRoom));

/** `people` names who is typing. */
export function tellTyping(io: LiveServer, { id, people }: Change): void {
  if (id === null) return;
  io.local.to(chatRoom(id)).except(people.map(personRoom)).emit('typing', { chatId: id });
}
