import { type Acknowledgement, type ClientEvent, clientEvents } from '@amasin/domain/live/events.ts';
import type { Socket } from 'socket.io';
import type { output } from 'zod';
import { findConsultation } from '../consultations/queries.ts';
import { sendMessage } from '../consultations/talk.ts';
import type { Ctx, Log, SystemCtx } from '../ctx.ts';
import { notifyChannel } from '../database/listen.ts';
import { errorBody, Refusal } from '../refusal.ts';
import { consultationsOf } from '../scopes/consultations.ts';
import { findUserByToken } from '../session/queries.ts';
import { otherCalls } from '../settings/limits.ts';
import { type Change, chatRoom } from './audience.ts';
import type { LiveSocket } from './types.ts';

type Data<E extends ClientEvent> = output<(typeof clientEvents)[E]>;
type Handlers = {
  readonly [E in ClientEvent]: (ctx: Ctx, socket: LiveSocket, data: Data<E>) => Promise<Acknowledgement>;
};

const done: Acknowledgement = { success: true };

/** These run the actions of the API (rule 30). A sender given in an event is ignored. */
const handlers: Handlers = {
  joinChat: async (ctx, socket, { chatId }) => {
    const own = await findConsultation(ctx.db, ctx.actor, chatId, consultationsOf(ctx.actor));
    if (own === null) throw new Refusal('NOT_FOUND');
    if (own.consultation.status !== 'completed') await socket.join(chatRoom(chatId));
    return done;
  },
  leaveChat: async (_ctx, socket, { chatId }) => {
    await socket.leave(chatRoom(chatId));
    return done;
  },
  sendMessage: async (ctx, _socket, { chatId, message }) => {
    const stored = await sendMessage(ctx, chatId, message);
    return { success: true, message: stored.message };
  },
  typing: async (ctx, socket, { chatId }) => {
    if (!socket.rooms.has(chatRoom(chatId))) throw new Refusal('NOT_FOUND');
    // The other participant may be connected to another process.
    const change: Change = { table: 'typing', op: 'insert', id: chatId, people: [ctx.actor._id] };
    await notifyChannel(ctx.db, 'changes', JSON.stringify(change));
    return done;
  },
  chatAccepted: async () => done,
  chatCompleted: async () => done,
};

/**
 * Handles the events of a client, one after the other in the order in which they were sent (rule 44). Each is acknowledged; one
 * that is refused changes nothing.
 */
export function handleChatEvents(ctx: SystemCtx, socket: LiveSocket): void {
  let previous: Promise<unknown> = Promise.resolve();
  for (const event of Object.keys(clientEvents) as ClientEvent[]) {
    socket.on(event, (data: unknown, acknowledge?: unknown) => {
      previous = previous.then(async () => {
        const response = await respond(ctx, socket, event, data);
        if (typeof acknowledge === 'function') acknowledge(response);
      });
    });
  }
}

async function respond(
  ctx: SystemCtx,
  socket: LiveSocket,
  event: ClientEvent,
  data: unknown,
): Promise<Acknowledgement> {
  try {
    const parsed = clientEvents[event].safeParse(data);
    if (!parsed.success) throw new Refusal('INVALID');
    // The session may have ended since the connection was made.
    const user = await findUserByToken(ctx.db, socket.data.tokenHash, ctx.clock.now());
    if (!user?.active) throw new Refusal('UNAUTHENTICATED');
    const actor = { _id: user.id, type: user.type, name: user.name, phone: user.phone };
    return await handlers[event]({ ...ctx, actor }, socket, parsed.data as never);
  } catch (error) {
    if (error instanceof Refusal) return { success: false, code: error.code, message: error.message };
    ctx.log.error({ err: error, event }, 'an event of a live connection failed');
    return errorBody('INTERNAL');
  }
}

/** Closes the connection of a client that exceeds this rate or sends an unknown event. */
export function limitFlood(socket: Socket, log: Log): void {
  let second = 0;
  let count = 0;
  socket.use(([event], next) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= otherCalls.eventsPerSecond && Object.hasOwn(clientEvents, event)) return next();
    log.warn(
      { userId: socket.data.userId, event: String(event).slice(0, 40), count },
      'live connection closed',
    );
    socket.disconnect(true);
  });
}
