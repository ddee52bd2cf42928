import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from './log.ts';

/** systemd passes the sockets that it has opened from this file descriptor on (sd_listen_fds(3)). */
const FIRST_FD = 3;

/**
 * This many connections may wait at the port of systemd while this process is replaced; Linux reduces it to
 * `net.core.somaxconn` (4,096). A connection beyond it is tried again after 1, 3 and 7 s.
 */
const BACKLOG = 65_535;

/**
 * Listens on the port of systemd when it has opened one, else on our own. Connections that arrive while this process is
 * replaced wait at a port of systemd; they are refused at ours.
 * @throws Error with one line for the operator when listening fails
 */
export async function listen(
  app: FastifyInstance,
  { HOST: host, PORT: port }: Pick<Env, 'HOST' | 'PORT'>,
): Promise<void> {
  try {
    if (isPortPassed()) await listenOnPassed(app);
    else await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new OperatorError(`Réglage PORT : le port ${port} est déjà pris, indiquez-en un autre.`);
    }
    throw new OperatorError(`Réglage HOST ou PORT : rien ne peut y écouter (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}

/** Listens without Fastify's `listen`: Node ignores its `backlog` with `fd`, and would reduce the backlog of systemd to 511. */
async function listenOnPassed(app: FastifyInstance): Promise<void> {
  await app.ready();
  app.server.listen({ fd: FIRST_FD }, BACKLOG);
  await once(app.server, 'listening');
}

/**
 * Whether systemd has opened the port and keeps it open. `LISTEN_PID` is this process, or the one that started it and passed
 * the socket on (scripts/start.mjs).
 */
export function isPortPassed(): boolean {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  return LISTEN_FDS === '1' && [process.pid, process.ppid].includes(Number(LISTEN_PID));
}
