import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { ClientEvents, ServerEvents } from '@amasin/domain/live/events.ts';
import type { Server, Socket } from 'socket.io';

/** The user of a connection, set when it is accepted. */
interface SocketData {
  userId: string;
  type: UserType;
  tokenHash: string;
}

type NoEvents = Record<string, never>;
export type LiveServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;
