import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';

/** Longer than any healthy database needs, shorter than the timeout of load balancers. */
const DATABASE_LIMIT_MS = 2_000;

/**
 * `/health/live`: the process responds. `/health/ready`: it can serve requests, as its database responds and
 * it is not stopping; else 503, so that a load balancer uses another server.
 */
export function registerHealth(app: FastifyInstance, { db }: { db: Database }): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    if (!(await respondsInTime(db))) return reply.code(503).send({ status: 'database unavailable' });
    return { status: 'ok' };
  });
}

async function respondsInTime(db: Database): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(false), DATABASE_LIMIT_MS);
  const response = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([response, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
