import type { FastifyInstance } from 'fastify';
import type { Env } from '../../env.ts';
import { reasonOf } from '../reason-of.ts';

/** systemd passes the sockets that it has opened from this file descriptor on (sd_listen_fds(3)). */
const FIRST_FD = 3;

/**
 * Listens on the port of systemd when it has opened one, else on our own. Connections that arrive while this process is
 * replaced wait at a port of systemd; they are refused at ours.
 * @throws Error with one line for the operator when listening fails
 */
export async function listen(
  app: FastifyInstance,
  { HOST: host, PORT: port }: Pick<Env, 'HOST' | 'PORT'>,
): Promise<void> {
  // Fastify passes `fd` on to Node's `listen`, although its type has no such property.
  const passed = { host, fd: FIRST_FD };
  try {
    await app.listen(isPortPassed() ? passed : { host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Réglage PORT : le port ${port} est déjà pris, indiquez-en un autre.`);
    }
    throw new Error(`Réglage HOST ou PORT : rien ne peut y écouter (${reasonOf(error)}).`, { cause: error });
  }
}

/**
 * Whether systemd has opened the port and keeps it open. `LISTEN_PID` is this process, or the one that started it and passed
 * the socket on (scripts/start.mjs).
 */
export function isPortPassed(): boolean {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  return LISTEN_FDS === '1' && [process.pid, process.ppid].includes(Number(LISTEN_PID));
}
