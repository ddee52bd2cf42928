import { setTimeout as pause } from 'node:timers/promises';
import type { LiveResource } from '@amasin/domain/live/resources.ts';
import { recordReads } from '../audit/record-reads.ts';
import { presentMessage } from '../consultations/present.ts';
import { type AnnouncedMessage, findAnnouncedMessages } from '../consultations/queries.ts';
import { findDoctorsForRequests } from '../consultations/write-queries.ts';
import type { SystemCtx } from '../ctx.ts';
import { presentNotification } from '../notifications/inbox.ts';
import { findNotifications } from '../notifications/queries.ts';
import { audienceOf, type Change, chatRoom, personRoom } from './audience.ts';
import { closeEnded } from './sockets.ts';
import type { LiveServer } from './types.ts';

/** Changes within this time are told together, with one query for each kind, ms. */
const COLLECT_MS = 20;

interface Forwarder {
  add(change: Change): void;
  /** Resolves once everything added so far has been sent. */
  settle(): Promise<void>;
}

/** Sends committed changes to the sockets of this process, in their order. */
export function startForwarding(ctx: SystemCtx, io: LiveServer, hints: Hints): Forwarder {
  let waiting: Change[] = [];
  let sending = Promise.resolve();

  async function forwardWaiting(): Promise<void> {
    await pause(COLLECT_MS);
    const changes = waiting;
    waiting = [];
    try {
      await forward(ctx, io, hints, changes);
    } catch (error) {
      ctx.log.error({ err: error }, 'changes could not be sent to the sockets');
      // The hints make the clients load what could not be sent.
      for (const change of changes) addHint(hints, change);
    }
  }
  return {
    add: (change) => {
      if (waiting.push(change) === 1) sending = sending.then(forwardWaiting);
    },
    settle: () => sending,
  };
}

async function forward(
  ctx: SystemCtx,
  io: LiveServer,
  hints: Hints,
  changes: readonly Change[],
): Promise<void> {
  const of = (table: string) => changes.filter((change) => change.table === table);
  const sent = await forwardNotifications(ctx, io, of('notifications'));
  // The last notification says why the session has ended; its sockets receive nothing else after it.
  const ended = [...of('sessions'), ...of('users')].flatMap(({ people }) => people);
  if (ended.length > 0) await closeEnded(ctx, io, ended);
  const withdrawn = of('consultations').filter(({ op }) => op === 'delete');
  const messages = of('consultation_messages');
  if (messages.length + withdrawn.length > 0) {
    const doctors = await connectedDoctors(ctx, io);
    await forwardMessages(ctx, io, messages, doctors);
    forwardWithdrawn(io, withdrawn, doctors);
  }
  for (const change of changes) {
    if (change.table === 'typing') forwardTyping(io, change);
    if (!sent.has(change)) addHint(hints, change);
  }
}

function addHint(hints: Hints, change: Change): void {
  const audience = audienceOf(change);
  if (audience === null) return;
  for (const resource of audience.resources) hints.add(audience.rooms, resource);
}

/**
 * Tells the sockets of this process about new messages of consultations. Requests, acceptances and completions are
 * messages too: the patient's first one, and system lines.
 * @param doctors those who may see requests
 */
async function forwardMessages(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
  doctors: readonly string[],
): Promise<void> {
  const ids = changes.flatMap(({ id }) => id ?? []);
  if (ids.length === 0 || io.sockets.sockets.size === 0) return;
  const announced = await findAnnouncedMessages(ctx.db, ids);
  await recordRequests(ctx, announced.filter(isRequest), doctors);
  for (const message of announced) forwardMessage(io, message, doctors);
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

function forwardMessage(io: LiveServer, announced: AnnouncedMessage, doctors: readonly string[]): void {
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
function forwardWithdrawn(io: LiveServer, changes: readonly Change[], doctors: readonly string[]): void {
  for (const { id } of changes) if (id !== null) toAll(io, doctors)?.emit('chatTaken', { chatId: id });
}

/** Null for nobody: without a room, an event would go to everybody. */
const toAll = (io: LiveServer, people: readonly string[]) =>
  people.length === 0 ? null : io.local.to(people.map(personRoom));

/** `people` names who is typing. */
function forwardTyping(io: LiveServer, { id, people }: Change): void {
  if (id === null) return;
  io.local.to(chatRoom(id)).except(people.map(personRoom)).emit('typing', { chatId: id });
}

/**
 * Sends each notification that is new or has a new sentence to the sockets of its owner in this process. Any update of an unread
 * one is sent: it is a new sentence, or a name that was erased.
 * @returns the changes that were sent; a hint announces the others, such as one that was read, to the user's other pages
 */
async function forwardNotifications(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const isConnected = (person: string) => io.sockets.adapter.rooms.has(personRoom(person));
  const ids = new Set(changes.filter(({ people }) => people.some(isConnected)).flatMap(({ id }) => id ?? []));
  if (ids.size === 0) return new Set();
  const inserted = new Set(changes.filter(({ op }) => op === 'insert').map(({ id }) => id));
  const sent = new Set<string | null>();
  for (const row of await findNotifications(ctx.db, [...ids])) {
    if (row.isRead && !inserted.has(row.id)) continue;
    io.local.to(personRoom(row.userId)).emit('notification', presentNotification(row));
    sent.add(row.id);
  }
  return new Set(changes.filter(({ id }) => sent.has(id)));
}

/**
 * Finds the doctors connected to this process who may see requests. They are read each time: an account that was deactivated, or is not
 * verified any more, is told nothing from then on (rule 39).
 */
function connectedDoctors({ db }: SystemCtx, io: LiveServer): Promise<readonly string[]> {
  const connected = [...io.sockets.sockets.values()].filter(({ data }) => data.type === 'partnerDoctor');
  if (connected.length === 0) return Promise.resolve([]);
  return findDoctorsForRequests(db, [...new Set(connected.map(({ data }) => data.userId))]);
}

/** Changes within this time reach a room as one event, ms. */
const COLLECT_HINTS_MS = 100;

interface Hints {
  add(rooms: readonly string[], resource: LiveResource): void;
  stop(): void;
}

/** Collects what has changed for each room, so that a hundred changes cause a few events. */
export function collectHints(send: (room: string, resources: LiveResource[]) => void): Hints {
  const waiting = new Map<string, Set<LiveResource>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    for (const [room, resources] of waiting) send(room, [...resources]);
    waiting.clear();
  };
  return {
    add: (rooms, resource) => {
      for (const room of rooms) {
        const resources = waiting.get(room) ?? new Set();
        waiting.set(room, resources.add(resource));
      }
      timer ??= setTimeout(flush, COLLECT_HINTS_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
