import type { FastifyInstance } from 'fastify';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { isDiskFull } from '../database/errors.ts';
import { canServeSchema } from '../database/migrate.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { version } from '../settings/version.ts';
import type { Limits } from './overload.ts';

/** Longer than any healthy database needs, shorter than the timeout of load balancers. */
const DATABASE_LIMIT_MS = 2_000;

/** The server is not ready for this long after a write found the disk full, ms: it has to be ready 5 s after there is room. */
const FULL_MS = 4_000;

/**
 * `/health/live`: the process responds, and says its version. `/health/ready`: it can serve requests, as its database responds
 * and has a schema that it knows, its disk has room and it is not stopping; else 503, so that a load balancer uses another server.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, clock }: Pick<SystemCtx, 'db' | 'clock'>,
  { hasRoom = () => true, isLeaving = () => false }: Limits = {},
): void {
  let stopping = false;
  let asking: Promise<string | null> | null = null;
  let foundFullAt = Number.NEGATIVE_INFINITY;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) foundFullAt = clock.now().getTime();
  });
  const isFull = () => !hasRoom() || clock.now().getTime() - foundFullAt < FULL_MS;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get('/health/live', { config: { always: true } }, async () => ({ status: 'ok', version }));

  app.get('/health/ready', { config: { always: true } }, async (_request, reply) => {
    if (stopping || isLeaving()) return reply.code(503).send({ status: 'stopping' });
    if (isFull()) return reply.code(503).send({ status: 'disk full' });
    // Anyone may ask, as often as they like: one question at a time.
    asking ??= findFault(db).finally(() => {
      asking = null;
    });
    const fault = await asking;
    return fault === null ? { status: 'ok' } : reply.code(503).send({ status: fault });
  });
}

function findFault(db: Database): Promise<string | null> {
  return withTimeout(canServeSchema(db), DATABASE_LIMIT_MS).then(
    (canServe) => (canServe ? null : 'database too new'),
    () => 'database unavailable',
  );
}
